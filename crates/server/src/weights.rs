//! What waits for addresses and what comes from them, in bytes: all of it is weighed here.
use axum::body::Bytes;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Carries the bytes of a socket, of an address or of the whole server, up to a limit. What a socket's scale carries, its address's carries
/// too, and so on.
pub(crate) struct Scale {
    bytes: AtomicUsize,
    /// The most bytes that it carried since that was asked last.
    peak: AtomicUsize,
    most: usize,
    below: Option<Arc<Self>>,
}

impl Scale {
    /// A scale that stands by itself and carries at most so many bytes.
    pub(crate) fn new(most: usize) -> Arc<Self> {
        let (bytes, peak) = (AtomicUsize::new(0), AtomicUsize::new(0));
        Arc::new(Self { bytes, peak, most, below: None })
    }

    /// A scale that stands on this one.
    pub(crate) fn above(self: &Arc<Self>, most: usize) -> Arc<Self> {
        let (bytes, peak) = (AtomicUsize::new(0), AtomicUsize::new(0));
        Arc::new(Self { bytes, peak, most, below: Some(self.clone()) })
    }

    /// How many bytes it carries.
    pub(crate) fn bytes(&self) -> usize {
        self.bytes.load(Ordering::Relaxed)
    }

    /// The most bytes that it carried since this was asked last.
    pub(crate) fn peak(&self) -> usize {
        self.peak.swap(self.bytes(), Ordering::Relaxed)
    }

    /// Puts so many bytes on it; `None` if that is too much for it or for what it stands on.
    pub(crate) fn weigh(self: &Arc<Self>, bytes: usize) -> Option<Weight> {
        self.put(bytes).then(|| Weight { scale: self.clone(), bytes })
    }

    fn put(&self, bytes: usize) -> bool {
        let now = self.bytes.fetch_add(bytes, Ordering::Relaxed).saturating_add(bytes);
        let fits = now <= self.most && self.below.as_ref().is_none_or(|below| below.put(bytes));
        if fits {
            self.peak.fetch_max(now, Ordering::Relaxed);
        } else {
            self.bytes.fetch_sub(bytes, Ordering::Relaxed);
        }
        fits
    }

    fn take(&self, bytes: usize) {
        self.bytes.fetch_sub(bytes, Ordering::Relaxed);
        if let Some(below) = &self.below {
            below.take(bytes);
        }
    }
}

/// Bytes on a scale, until this is dropped.
pub(crate) struct Weight {
    scale: Arc<Scale>,
    bytes: usize,
}

impl Weight {
    /// Puts more bytes on its scale; false if that is too much.
    pub(crate) fn add(&mut self, bytes: usize) -> bool {
        let fits = self.scale.put(bytes);
        self.bytes += if fits { bytes } else { 0 };
        fits
    }

    /// Weighs at least so much from now on; false if that is too much.
    pub(crate) fn grow_to(&mut self, bytes: usize) -> bool {
        self.add(bytes.saturating_sub(self.bytes))
    }

    /// These bytes, which weigh this as long as somebody has them.
    pub(crate) fn of(self, bytes: Bytes) -> Bytes {
        Bytes::from_owner(Weighed { bytes, _weight: self })
    }
}

impl Drop for Weight {
    fn drop(&mut self) {
        self.scale.take(self.bytes);
    }
}

struct Weighed {
    bytes: Bytes,
    _weight: Weight,
}

impl AsRef<[u8]> for Weighed {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}
