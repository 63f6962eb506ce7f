//! The web client from inside the binary, the catalogues of texts and the rule book.
use super::{card, not_found, problem};
use crate::app::App;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::header::{
    ACCEPT_ENCODING, ACCEPT_LANGUAGE, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG,
    IF_NONE_MATCH, VARY,
};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use flate2::{Compression, write::GzEncoder};
use quinta_picture::Theme;
use quinta_texts::Lang;
use quinta_wire::Code;
use rust_embed::RustEmbed;
use sha2::{Digest, Sha256};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io::Write;
use std::sync::{Arc, Mutex, OnceLock};

#[derive(RustEmbed)]
#[folder = "../../web"]
#[exclude = "node_modules/*"]
#[exclude = "package/*"]
#[exclude = "tests/*"]
#[exclude = "test/*"]
#[exclude = "*.json"]
#[exclude = "*.d.ts"]
#[exclude = "*.md"]
#[exclude = "*.py"]
struct Web;

/// A file, and the hash that tells its versions apart.
#[derive(Clone)]
struct File {
    data: Cow<'static, [u8]>,
    hash: [u8; 32],
}

impl File {
    fn of(text: impl Into<Cow<'static, [u8]>>) -> Self {
        let data = text.into();
        Self { hash: Sha256::digest(&data).into(), data }
    }
}

/// The names of our drawings.
const ART: [&str; 7] = [
    "art/sprite.svg",
    "art/theme.css",
    "art/icon.svg",
    "art/icon-192.png",
    "art/icon-512.png",
    "art/sign.svg",
    "art/sign-turn.svg",
];

/// Our art, drawn once.
fn art(name: &str) -> Option<File> {
    static DRAWN: [OnceLock<File>; ART.len()] = [const { OnceLock::new() }; ART.len()];
    let nth = ART.iter().position(|known| *known == name)?;
    let icon = || quinta_picture::app_icon().to_string();
    // Our own drawings always become pictures; a test looks at them.
    let pixels = |width| quinta_picture::png(&icon(), width).unwrap_or_default();
    let draw = || {
        File::of(match name {
            "art/sprite.svg" => quinta_picture::sprite().into_bytes(),
            "art/theme.css" => quinta_picture::theme_css().into_bytes(),
            "art/icon-192.png" => pixels(192),
            "art/icon-512.png" => pixels(512),
            "art/sign.svg" => quinta_picture::favicon(false).to_string().into_bytes(),
            "art/sign-turn.svg" => quinta_picture::favicon(true).to_string().into_bytes(),
            _ => icon().into_bytes(),
        })
    };
    Some(DRAWN[nth].get_or_init(draw).clone())
}

/// The name of everything that a page loads, as it is now: another byte anywhere is another version. Under it files can be kept
/// for ever, and a new program is a new client at the next load.
fn version() -> String {
    static BUILT: OnceLock<String> = OnceLock::new();
    // Debug builds read the files from disk, where they may change at any time.
    if cfg!(debug_assertions) { worked_out() } else { BUILT.get_or_init(worked_out).clone() }
}

fn worked_out() -> String {
    let mut all = Sha256::new();
    let catalogues = Lang::ALL.map(|lang| format!("locales/{}.json", lang.code()));
    // The icons are not loaded by a page.
    let drawn = ART.iter().filter(|name| kind(name) != "image/png").map(|name| Cow::from(*name));
    for name in Web::iter().chain(drawn).chain(catalogues.into_iter().map(Cow::from)) {
        if let Some((_, file)) = find(&name) {
            all.update(file.hash);
        }
    }
    quinta_wire::hex::write(&all.finalize()[..8])
}

/// Where `index.html` looks for what it loads; a page that is sent names the version instead.
const NOW: &str = "/v/now/";

/// What a path asks for, and of which version.
fn versioned(path: &str) -> (Option<&str>, &str) {
    match path.strip_prefix("v/").and_then(|rest| rest.split_once('/')) {
        Some((version, name)) => (Some(version), name),
        None => (None, path),
    }
}

/// A picture of the rule book, `art/book/pay.svg` by day and `art/book/pay-dark.svg` by night.
fn book_picture(name: &str) -> Option<File> {
    let name = name.strip_prefix("art/book/")?.strip_suffix(".svg")?;
    let picture = match name.strip_suffix("-dark") {
        Some(name) => quinta_picture::book_picture(name, Theme::Dark),
        None => quinta_picture::book_picture(name, Theme::Light),
    };
    Some(File::of(picture?.to_string().into_bytes()))
}

/// The language of a file in this folder, `locales/fr.json`.
fn language_of(folder: &str, name: &str) -> Option<Lang> {
    let code = name.strip_prefix(folder)?.strip_suffix(".json")?;
    Lang::ALL.into_iter().find(|lang| lang.code() == code)
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
    let path = path.trim_start_matches('/');
    is_page(path) || matches!(path, "index.html" | "offline.html" | "sw.js")
}

fn find(path: &str) -> Option<(&str, File)> {
    let name = if is_page(path) { "index.html" } else { path };
    if let Some(art) = art(name).or_else(|| book_picture(name)) {
        return Some((name, art));
    }
    let file = if let Some(lang) = language_of("locales/", name) {
        File::of(lang.catalogue().as_bytes())
    } else if let Some(lang) = language_of("book/", name) {
        File::of(quinta_texts::book::json(lang).into_bytes())
    } else {
        Web::get(name).map(|file| File { hash: file.metadata.sha256_hash(), data: file.data })?
    };
    Some((name, file))
}

/// The page as it is sent: it loads what there is now, and the first page and that of a table have lines in their heads for whoever
/// shows their link.
async fn page(app: &Arc<App>, path: &str, headers: &HeaderMap, file: &File) -> File {
    let mut text = String::from_utf8_lossy(&file.data).replace(NOW, &format!("/v/{}/", version()));
    let table = path.strip_prefix("t/");
    if path.is_empty() || table.is_some() {
        let language = headers.get(ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok());
        let lines = card::head(app, table, Lang::preferred(language.unwrap_or_default())).await;
        text = text.replacen("</head>", &format!("{lines}</head>"), 1);
    }
    File::of(text.into_bytes())
}

/// What a file is, by its name.
fn kind(name: &str) -> &'static str {
    match name.rsplit_once('.').map(|(_, ending)| ending) {
        Some("html") => "text/html; charset=utf-8",
        Some("js" | "mjs") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("json") => "application/json",
        Some("webmanifest") => "application/manifest+json",
        Some("png") => "image/png",
        Some("ico") => "image/x-icon",
        Some("woff2") => "font/woff2",
        _ => "application/octet-stream",
    }
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
        return problem(Code::MethodNotAllowed, "that cannot be done here");
    }
    let path = uri.path().trim_start_matches('/');
    let (asked, wanted) = versioned(path);
    // Pages have one address each.
    let found = if asked.is_some() && is_page(wanted) { None } else { find(wanted) };
    let Some((name, mut file)) = found else {
        return not_found().await;
    };
    let is_page = is_page(wanted);
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
    // What differs from reader to reader is sent as it is: it is short, and only files are worth packing once for all.
    if let Some(packing) = Packing::best(accepted).filter(|_| text && !is_page) {
        let encoding = [(CONTENT_ENCODING, packing.name()), (VARY, "accept-encoding")];
        return (caching, encoding, [(CONTENT_TYPE, kind)], packed(&file, packing)).into_response();
    }
    let differs = if is_page { "accept-encoding, accept-language" } else { "accept-encoding" };
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

    fn pack(self, data: &[u8]) -> Vec<u8> {
        // Writing into memory does not fail.
        match self {
            Self::Brotli => {
                // The tightest takes a tenth of a second for the largest file, once.
                let mut out = brotli::CompressorWriter::new(Vec::new(), 4096, 11, 22);
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

/// The file packed, once for all: there are few files, and they only change with the program.
fn packed(file: &File, packing: Packing) -> Bytes {
    type Kept = BTreeMap<([u8; 32], Packing), Bytes>;
    static PACKED: Mutex<Kept> = Mutex::new(BTreeMap::new());
    let key = (file.hash, packing);
    let known = PACKED.lock().ok().and_then(|packed| packed.get(&key).cloned());
    known.unwrap_or_else(|| {
        let bytes = Bytes::from(packing.pack(&file.data));
        if let Ok(mut packed) = PACKED.lock() {
            packed.insert(key, bytes.clone());
        }
        bytes
    })
}

#[cfg(test)]
mod tests {
    use super::{ART, NOW, Packing, Web, find, version, versioned};

    #[test]
    fn versions_name_every_byte() {
        assert_eq!(version(), version());
        assert_eq!(versioned("v/abc/js/main.js"), (Some("abc"), "js/main.js"));
        assert_eq!(versioned("js/main.js"), (None, "js/main.js"));
        assert!(ART.iter().all(|name| find(name).is_some()));
    }

    #[test]
    fn the_page_asks_for_this_version_of_what_is_there() {
        let page = Web::get("index.html").unwrap();
        let text = String::from_utf8_lossy(&page.data);
        let asked: Vec<&str> =
            text.split(NOW).skip(1).filter_map(|rest| rest.split('"').next()).collect();
        assert!(asked.len() > 10);
        for name in asked {
            assert!(find(name).is_some(), "{name}");
        }
    }

    #[test]
    fn the_tightest_packing_that_can_be_unpacked_is_chosen() {
        assert!(Packing::best(Some("gzip, deflate, br, zstd")) == Some(Packing::Brotli));
        assert!(Packing::best(Some("gzip;q=1.0, br;q=0")) == Some(Packing::Gzip));
        assert!(Packing::best(Some("identity")).is_none() && Packing::best(None).is_none());
    }
}
