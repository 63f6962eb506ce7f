//! The page's files: which path is a page, caching, and compression.
use super::card;
use super::guard::Kept;
use super::response::{method_not_allowed, not_found};
use crate::app::App;
use crate::client::{File, file, kind, loaded, version};
use axum::Extension;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::header::{
    ACCEPT_ENCODING, ACCEPT_LANGUAGE, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG,
    IF_NONE_MATCH, VARY,
};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use flate2::{Compression, write::GzEncoder};
use quinta_texts::Lang;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io::Write;
use std::sync::{Arc, Mutex};

/// The version and the name of the file that a path asks for.
fn split_version(path: &str) -> (Option<&str>, &str) {
    match path.strip_prefix("v/").and_then(|rest| rest.split_once('/')) {
        Some((version, name)) => (Some(version), name),
        None => (None, path),
    }
}

/// Whether this is an address of the client's only page, which reads its own address: the first page, the rules, the tutorial, a table,
/// a record.
fn is_page(path: &str) -> bool {
    path.is_empty()
        || matches!(path, "rules" | "learn")
        || path.starts_with("learn/")
        || path.starts_with("t/")
        || path.starts_with("r/")
}

/// Whether the file at this path is a page or a worker. The path decides, since an answer without a body ("not modified") needs the same
/// headers.
pub(crate) fn is_page_or_worker(path: &str) -> bool {
    let (_, path) = split_version(path.trim_start_matches('/'));
    is_page(path) || matches!(path, "index.html" | "sw.js") || path.ends_with("worker.js")
}

/// The page as it is sent: the first one and that of a table have Open Graph lines in their heads.
async fn page(app: &Arc<App>, path: &str, headers: &HeaderMap, file: &File) -> File {
    let table = path.strip_prefix("t/");
    if !path.is_empty() && table.is_none() {
        return file.clone();
    }
    let language = headers.get(ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok());
    let lines =
        card::open_graph_lines(app, table, Lang::preferred(language.unwrap_or_default())).await;
    let text = String::from_utf8_lossy(&file.data);
    File::of(text.replacen("</head>", &format!("{lines}</head>"), 1).into_bytes())
}

const IMMUTABLE: &str = "public, max-age=31536000, immutable";

/// The `Cache-Control` of a file that was asked for under a version.
fn cache_control(name: &str, wanted: Option<&str>) -> &'static str {
    match wanted {
        // An address with the current version never means another file.
        Some(wanted) if wanted == version() => IMMUTABLE,
        // The icon in the browser's tab changes with every turn.
        _ if name.starts_with("art/sign") => "max-age=3600",
        // The browser asks every time, so that an upgrade of the server upgrades the page; what it has is not sent again.
        _ => "no-cache",
    }
}

pub(crate) async fn serve(
    State(app): State<Arc<App>>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
) -> Response {
    if method != Method::GET && method != Method::HEAD {
        return method_not_allowed().await;
    }
    let path = uri.path().trim_start_matches('/');
    let (version, name) = split_version(path);
    let is_page = is_page(name);
    let name = if is_page { "index.html" } else { name };
    // A page has only its address without a version.
    let found = if version.is_some() && is_page { None } else { file(name) };
    let Some(mut file) = found else {
        return not_found().await;
    };
    if is_page {
        file = page(&app, path, &headers, &file).await;
    }
    let tag = format!("\"{}\"", quinta_wire::hex::write(&file.hash[..16]));
    let known = headers.get(IF_NONE_MATCH).and_then(|value| value.to_str().ok());
    let cache_control = cache_control(name, version);
    // An immutable file is never asked for again, and needs no tag.
    let mut caching = HeaderMap::new();
    caching.insert(CACHE_CONTROL, HeaderValue::from_static(cache_control));
    if cache_control != IMMUTABLE
        && let Ok(tag) = HeaderValue::from_str(&tag)
    {
        caching.insert(ETAG, tag);
    }
    if known == Some(&tag) {
        return (StatusCode::NOT_MODIFIED, caching).into_response();
    }
    let kind = kind(name);
    let accepted = headers.get(ACCEPT_ENCODING).and_then(|value| value.to_str().ok());
    let text = !matches!(kind, "image/png" | "font/woff2" | "image/x-icon");
    let differs = if is_page { "accept-encoding, accept-language" } else { "accept-encoding" };
    if let Some(encoding) = Encoding::best(accepted).filter(|_| text) {
        let headers = [(CONTENT_ENCODING, encoding.name()), (VARY, differs), (CONTENT_TYPE, kind)];
        // Pages differ from reader to reader, and are short.
        if is_page {
            return (caching, headers, encoding.compress(&file.data, FAST)).into_response();
        }
        return (Extension(Kept), caching, headers, compressed(&file, encoding)).into_response();
    }
    let headers = [(VARY, differs), (CONTENT_TYPE, kind)];
    match file.data {
        Cow::Borrowed(data) => (Extension(Kept), caching, headers, data).into_response(),
        Cow::Owned(data) => (caching, headers, data).into_response(),
    }
}

/// How a file is compressed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Encoding {
    Brotli,
    Gzip,
}

impl Encoding {
    /// The best that a browser accepts.
    fn best(accepted: Option<&str>) -> Option<Self> {
        let ways = || accepted.into_iter().flat_map(|list| list.split(',').map(str::trim));
        let can = |name: &str| {
            ways().any(|way| way.split(';').next() == Some(name) && !way.ends_with(";q=0"))
        };
        [Self::Brotli, Self::Gzip].into_iter().find(|encoding| can(encoding.name()))
    }

    /// Its name in a header.
    const fn name(self) -> &'static str {
        match self {
            Self::Brotli => "br",
            Self::Gzip => "gzip",
        }
    }

    fn compress(self, data: &[u8], quality: u32) -> Vec<u8> {
        // Writing into memory does not fail.
        match self {
            Self::Brotli => {
                let mut out = brotli::CompressorWriter::new(Vec::new(), 4096, quality, 22);
                let _ = out.write_all(data);
                out.into_inner()
            }
            Self::Gzip => {
                let mut out = GzEncoder::new(Vec::new(), Compression::best());
                let _ = out.write_all(data);
                out.finish().unwrap_or_default()
            }
        }
    }
}

type Compressed = BTreeMap<([u8; 32], Encoding), Bytes>;
/// Compressed files, by their hash. There are few, and they only change with the program.
static COMPRESSED: Mutex<Compressed> = Mutex::new(BTreeMap::new());

fn keep(file: &File, encoding: Encoding, quality: u32) -> Bytes {
    let bytes = Bytes::from(encoding.compress(&file.data, quality));
    if let Ok(mut cache) = COMPRESSED.lock() {
        cache.insert((file.hash, encoding), bytes.clone());
    }
    bytes
}

/// Brotli's best quality: a tenth of a second for the largest text.
const BEST: u32 = 11;
/// Brotli's quality for large files while somebody waits: the best takes seconds.
const FAST: u32 = 5;
/// Files with more bytes take seconds at the best quality.
const LARGE: usize = 200_000;

fn compressed(file: &File, encoding: Encoding) -> Bytes {
    let known = COMPRESSED.lock().ok().and_then(|kept| kept.get(&(file.hash, encoding)).cloned());
    let quality = if file.data.len() > LARGE { FAST } else { BEST };
    known.unwrap_or_else(|| keep(file, encoding, quality))
}

/// Compresses large files at the best quality, before they are asked for.
pub(crate) fn compress_large_files() {
    let files = loaded().into_iter().filter_map(|name| file(&name));
    let mut large: Vec<File> = files.filter(|file| file.data.len() > LARGE).collect();
    // Pages wait for the shortest ones.
    large.sort_by_key(|file| file.data.len());
    for file in large {
        keep(&file, Encoding::Brotli, BEST);
    }
}

#[cfg(test)]
mod tests {
    use super::{Encoding, is_page_or_worker, split_version};

    #[test]
    fn addresses_are_distinguished() {
        assert_eq!(split_version("v/abc/js/main.js"), (Some("abc"), "js/main.js"));
        assert_eq!(split_version("js/main.js"), (None, "js/main.js"));
        for path in ["/", "/t/abc", "/sw.js", "/v/abc/js/tab/worker.js"] {
            assert!(is_page_or_worker(path), "{path}");
        }
        for path in ["/v/abc/js/main.js", "/v/abc/tab/quinta.wasm"] {
            assert!(!is_page_or_worker(path), "{path}");
        }
    }

    #[test]
    fn the_best_encoding_that_is_accepted_is_chosen() {
        assert!(Encoding::best(Some("gzip, deflate, br, zstd")) == Some(Encoding::Brotli));
        assert!(Encoding::best(Some("gzip;q=1.0, br;q=0")) == Some(Encoding::Gzip));
        assert!(Encoding::best(Some("identity")).is_none() && Encoding::best(None).is_none());
    }
}
