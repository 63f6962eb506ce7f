//! The web client from inside the binary, and the catalogues of texts.
use super::{card, not_found, problem};
use crate::app::App;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::header::{
    ACCEPT_ENCODING, ACCEPT_LANGUAGE, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG,
    IF_NONE_MATCH, VARY,
};
use axum::http::{HeaderMap, Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use flate2::{Compression, write::GzEncoder};
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
#[exclude = "tests/*"]
#[exclude = "test/*"]
#[exclude = "*.json"]
#[exclude = "*.d.ts"]
#[exclude = "*.md"]
#[exclude = "*.py"]
struct Web;

/// A file, and the hash that tells its versions apart.
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

/// Our art, drawn once.
fn art(name: &str) -> Option<File> {
    static SPRITE: OnceLock<String> = OnceLock::new();
    static THEME: OnceLock<String> = OnceLock::new();
    static ICON: OnceLock<String> = OnceLock::new();
    static SIGN: OnceLock<String> = OnceLock::new();
    static SIGN_TURN: OnceLock<String> = OnceLock::new();
    static SMALL: OnceLock<Vec<u8>> = OnceLock::new();
    static LARGE: OnceLock<Vec<u8>> = OnceLock::new();
    let icon = || quinta_picture::app_icon().to_string();
    // Our own drawings always become pictures; a test looks at them.
    let pixels = |width| quinta_picture::png(&icon(), width).unwrap_or_default();
    let bytes: &'static [u8] = match name {
        "art/sprite.svg" => SPRITE.get_or_init(quinta_picture::sprite).as_bytes(),
        "art/theme.css" => THEME.get_or_init(quinta_picture::theme_css).as_bytes(),
        "art/icon.svg" => ICON.get_or_init(icon).as_bytes(),
        "art/icon-192.png" => SMALL.get_or_init(|| pixels(192)),
        "art/icon-512.png" => LARGE.get_or_init(|| pixels(512)),
        "art/sign.svg" => {
            SIGN.get_or_init(|| quinta_picture::favicon(false).to_string()).as_bytes()
        }
        "art/sign-turn.svg" => {
            SIGN_TURN.get_or_init(|| quinta_picture::favicon(true).to_string()).as_bytes()
        }
        _ => return None,
    };
    Some(File::of(bytes))
}

/// Whether this is an address of the client's one page, which reads its own address: the first page, a table, a record.
fn is_page(path: &str) -> bool {
    path.is_empty() || path.starts_with("t/") || path.starts_with("r/")
}

/// Whether what lies at this path runs by itself, as a page or a worker. By its path, since an answer without a body ("not
/// modified") must say the same.
pub(crate) fn runs(path: &str) -> bool {
    let path = path.trim_start_matches('/');
    is_page(path) || matches!(path, "index.html" | "offline.html" | "sw.js")
}

fn find(path: &str) -> Option<(&str, File)> {
    let name = if is_page(path) { "index.html" } else { path };
    if let Some(art) = art(name) {
        return Some((name, art));
    }
    let file = match name.strip_prefix("locales/").and_then(|file| file.strip_suffix(".json")) {
        Some(code) => {
            let lang = Lang::ALL.into_iter().find(|lang| lang.code() == code)?;
            File::of(lang.catalogue().as_bytes())
        }
        None => Web::get(name)
            .map(|file| File { hash: file.metadata.sha256_hash(), data: file.data })?,
    };
    Some((name, file))
}

/// The first page or that of a table, with lines in its head for whoever shows its link.
async fn with_card(app: &Arc<App>, id: Option<&str>, headers: &HeaderMap, page: File) -> File {
    let language = headers.get(ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok());
    let lines = card::head(app, id, Lang::preferred(language.unwrap_or_default())).await;
    let page =
        String::from_utf8_lossy(&page.data).replacen("</head>", &format!("{lines}</head>"), 1);
    File::of(page.into_bytes())
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
    let Some((name, mut file)) = find(path) else {
        return not_found().await;
    };
    let table = path.strip_prefix("t/");
    let page = path.is_empty() || table.is_some();
    if page {
        file = with_card(&app, table, &headers, file).await;
    }
    let tag = format!("\"{}\"", quinta_wire::hex::write(&file.hash[..16]));
    let known = headers.get(IF_NONE_MATCH).and_then(|value| value.to_str().ok());
    // Always asked for, never sent twice: an upgrade of the server is an upgrade of the client. Only the sign in the tab, which
    // changes with every turn, may be an hour old.
    let fresh = if name.starts_with("art/sign") { "max-age=3600" } else { "no-cache" };
    let caching = [(CACHE_CONTROL, fresh.to_owned()), (ETAG, tag.clone())];
    if known == Some(&tag) {
        return (StatusCode::NOT_MODIFIED, caching).into_response();
    }
    let kind = match name.rsplit_once('.').map(|(_, ending)| ending) {
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
    };
    let accepted = headers.get(ACCEPT_ENCODING).and_then(|value| value.to_str().ok());
    let text = !matches!(kind, "image/png" | "font/woff2" | "image/x-icon");
    // What differs from reader to reader is sent as it is: it is short, and only files are worth packing once for all.
    if text
        && !page
        && accepted.is_some_and(|list| list.split(',').any(|way| way.trim().starts_with("gzip")))
    {
        let encoding = [(CONTENT_ENCODING, "gzip"), (VARY, "accept-encoding")];
        return (caching, encoding, [(CONTENT_TYPE, kind)], packed(&file)).into_response();
    }
    let differs = if page { "accept-encoding, accept-language" } else { "accept-encoding" };
    (caching, [(VARY, differs)], [(CONTENT_TYPE, kind)], file.data.into_owned()).into_response()
}

/// The file as gzip, packed once: there are few files, and they only change with the program.
fn packed(file: &File) -> Bytes {
    static PACKED: Mutex<BTreeMap<[u8; 32], Bytes>> = Mutex::new(BTreeMap::new());
    let known = PACKED.lock().ok().and_then(|packed| packed.get(&file.hash).cloned());
    known.unwrap_or_else(|| {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
        // Writing into memory does not fail.
        let _ = encoder.write_all(&file.data);
        let bytes = Bytes::from(encoder.finish().unwrap_or_default());
        if let Ok(mut packed) = PACKED.lock() {
            packed.insert(file.hash, bytes.clone());
        }
        bytes
    })
}
