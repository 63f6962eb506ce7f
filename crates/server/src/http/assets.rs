//! Sending the client's files: pages, addresses that are kept for ever, packing.
use super::card;
use super::response::{method_not_allowed, not_found};
use crate::app::App;
use crate::client::{File, file, kind, loaded, version};
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
use std::collections::BTreeMap;
use std::io::Write;
use std::sync::{Arc, Mutex};

/// What a path asks for, and of which version.
fn versioned(path: &str) -> (Option<&str>, &str) {
    match path.strip_prefix("v/").and_then(|rest| rest.split_once('/')) {
        Some((version, name)) => (Some(version), name),
        None => (None, path),
    }
}

/// Whether this is an address of the client's one page, which reads its own address: the first page, the rules,
/// the tutorial, a table, a record.
fn is_page(path: &str) -> bool {
    path.is_empty()
        || matches!(path, "rules" | "learn")
        || path.starts_with("learn/")
        || path.starts_with("t/")
        || path.starts_with("r/")
}

/// Whether what lies at this path runs by itself, as a page or a worker. By its path, since an answer without a body ("not
/// modified") must say the same.
pub(crate) fn runs(path: &str) -> bool {
    let (_, path) = versioned(path.trim_start_matches('/'));
    is_page(path) || matches!(path, "index.html" | "sw.js") || path.ends_with("worker.js")
}

/// The page as it is sent: the first one and that of a table have lines in their heads for whoever shows their link.
async fn page(app: &Arc<App>, path: &str, headers: &HeaderMap, file: &File) -> File {
    let table = path.strip_prefix("t/");
    if !path.is_empty() && table.is_none() {
        return file.clone();
    }
    let language = headers.get(ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok());
    let lines = card::head(app, table, Lang::preferred(language.unwrap_or_default())).await;
    let text = String::from_utf8_lossy(&file.data);
    File::of(text.replacen("</head>", &format!("{lines}</head>"), 1).into_bytes())
}

const FOR_EVER: &str = "public, max-age=31536000, immutable";

/// How long an answer may be kept without asking again.
fn keeping(name: &str, asked: Option<&str>) -> &'static str {
    match asked {
        // An address of this very version never means anything else.
        Some(asked) if asked == version() => FOR_EVER,
        // The sign in the tab changes with every turn.
        _ if name.starts_with("art/sign") => "max-age=3600",
        // Always asked for, never sent twice: an upgrade of the server is an upgrade of the client.
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
    let (asked, wanted) = versioned(path);
    let is_page = is_page(wanted);
    let name = if is_page { "index.html" } else { wanted };
    // Pages have one address each.
    let found = if asked.is_some() && is_page { None } else { file(name) };
    let Some(mut file) = found else {
        return not_found().await;
    };
    if is_page {
        file = page(&app, path, &headers, &file).await;
    }
    let tag = format!("\"{}\"", quinta_wire::hex::write(&file.hash[..16]));
    let known = headers.get(IF_NONE_MATCH).and_then(|value| value.to_str().ok());
    let kept = keeping(name, asked);
    // What is kept for ever is never asked for again, and needs no tag.
    let mut caching = HeaderMap::new();
    caching.insert(CACHE_CONTROL, HeaderValue::from_static(kept));
    if kept != FOR_EVER
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
    if let Some(packing) = Packing::best(accepted).filter(|_| text) {
        // What differs from reader to reader is short, and not worth being kept.
        let bytes = if is_page {
            Bytes::from(packing.pack(&file.data, QUICK))
        } else {
            packed(&file, packing)
        };
        let encoding = [(CONTENT_ENCODING, packing.name()), (VARY, differs)];
        return (caching, encoding, [(CONTENT_TYPE, kind)], bytes).into_response();
    }
    (caching, [(VARY, differs)], [(CONTENT_TYPE, kind)], file.data.into_owned()).into_response()
}

/// How a file is packed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Packing {
    Brotli,
    Gzip,
}

impl Packing {
    /// The tightest that a browser unpacks.
    fn best(accepted: Option<&str>) -> Option<Self> {
        let ways = || accepted.into_iter().flat_map(|list| list.split(',').map(str::trim));
        let can = |name: &str| {
            ways().any(|way| way.split(';').next() == Some(name) && !way.ends_with(";q=0"))
        };
        [Self::Brotli, Self::Gzip].into_iter().find(|packing| can(packing.name()))
    }

    /// Its name in a header.
    const fn name(self) -> &'static str {
        match self {
            Self::Brotli => "br",
            Self::Gzip => "gzip",
        }
    }

    fn pack(self, data: &[u8], quality: u32) -> Vec<u8> {
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

type Packed = BTreeMap<([u8; 32], Packing), Bytes>;
/// Files are packed once for all: there are few, and they only change with the program.
static PACKED: Mutex<Packed> = Mutex::new(BTreeMap::new());

fn keep(file: &File, packing: Packing, quality: u32) -> Bytes {
    let bytes = Bytes::from(packing.pack(&file.data, quality));
    if let Ok(mut packed) = PACKED.lock() {
        packed.insert((file.hash, packing), bytes.clone());
    }
    bytes
}

/// As tight as can be: a tenth of a second for the largest of the texts.
const TIGHT: u32 = 11;
/// For what would take seconds, while somebody waits.
const QUICK: u32 = 5;
/// What is longer takes seconds to be packed tightly.
const LONG: usize = 200_000;

fn packed(file: &File, packing: Packing) -> Bytes {
    let known = PACKED.lock().ok().and_then(|kept| kept.get(&(file.hash, packing)).cloned());
    let quality = if file.data.len() > LONG { QUICK } else { TIGHT };
    known.unwrap_or_else(|| keep(file, packing, quality))
}

/// Packs tightly what would take too long when it is asked for.
pub(crate) fn compress_large_files() {
    let files = loaded().into_iter().filter_map(|name| file(&name));
    let mut long: Vec<File> = files.filter(|file| file.data.len() > LONG).collect();
    // What pages wait for is the shortest.
    long.sort_by_key(|file| file.data.len());
    for file in long {
        keep(&file, Packing::Brotli, TIGHT);
    }
}

#[cfg(test)]
mod tests {
    use super::{Packing, runs, versioned};

    #[test]
    fn addresses_are_told_apart() {
        assert_eq!(versioned("v/abc/js/main.js"), (Some("abc"), "js/main.js"));
        assert_eq!(versioned("js/main.js"), (None, "js/main.js"));
        for path in ["/", "/t/abc", "/sw.js", "/v/abc/js/tab/worker.js"] {
            assert!(runs(path), "{path}");
        }
        assert!(!runs("/v/abc/js/main.js") && !runs("/v/abc/tab/quinta.wasm"));
    }

    #[test]
    fn the_tightest_packing_that_can_be_unpacked_is_chosen() {
        assert!(Packing::best(Some("gzip, deflate, br, zstd")) == Some(Packing::Brotli));
        assert!(Packing::best(Some("gzip;q=1.0, br;q=0")) == Some(Packing::Gzip));
        assert!(Packing::best(Some("identity")).is_none() && Packing::best(None).is_none());
    }
}
