//! Memory that nobody needs any more goes back to the system.

/// Gives back what the allocator keeps of freed memory. glibc's keeps pages that were used once, for each of its arenas: 700 MB stayed for good
/// after an attack that was over.
pub(crate) async fn give_back() {
    // It takes some milliseconds.
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    let _ = tokio::task::spawn_blocking(|| {
        #[expect(unsafe_code, reason = "malloc_trim takes a number and may be called at any time")]
        unsafe {
            libc::malloc_trim(0)
        }
    })
    .await;
}
