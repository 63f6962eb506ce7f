//! The web client's files from inside the binary: those of `web/`, what is drawn or written for them, the module and its net.
mod bundle;
mod minify;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use minify::{Language, minify};
use quinta_picture::{BOOK_PICTURES, Theme};
use quinta_texts::{Lang, text};
use rust_embed::RustEmbed;
use serde::Serialize;
use sha2::{Digest, Sha256};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock, Mutex, OnceLock, PoisonError};

#[derive(RustEmbed)]
#[folder = "../../web/js"]
#[prefix = "js/"]
struct Js;

#[derive(RustEmbed)]
#[folder = "../../web/css"]
#[prefix = "css/"]
struct Css;

#[derive(RustEmbed)]
#[folder = "../../web/fonts"]
#[prefix = "fonts/"]
struct Fonts;

/// The page for an address at which there is nothing.
const MISSING: &[u8] = include_bytes!("../../../web/missing.html");

/// What lies beside the versions and not in them: browsers know it by its address.
const ENTRANCES: [(&str, &[u8]); 3] = [
    ("index.html", include_bytes!("../../../web/index.html")),
    ("manifest.webmanifest", include_bytes!("../../../web/manifest.webmanifest")),
    ("sw.js", include_bytes!("../../../web/sw.js")),
];

/// The page's first script, which is inside the page: there it is not missing when files of this version are.
static START: LazyLock<String> =
    LazyLock::new(|| minify(include_str!("../../../web/start.js"), Language::Script));

/// What `index.html` has in its place.
const START_MARK: &str = "<script src=\"start.js\"></script>";

/// The digest of the first script, as browsers read it.
pub(crate) fn start_digest() -> String {
    digest(&Sha256::digest(format!("\n{}", *START)).into())
}

/// A hash as browsers read it.
fn digest(hash: &[u8; 32]) -> String {
    format!("sha256-{}", BASE64_STANDARD.encode(hash))
}

/// The names of the files of `web/` that a page is made of.
fn stored() -> impl Iterator<Item = String> {
    let letters = Fonts::iter().filter(|name| kind(name) == "font/woff2");
    Js::iter().chain(Css::iter()).chain(letters).map(Cow::into_owned)
}

/// A file of `web/` as it lies there.
fn source(name: &str) -> Option<File> {
    let font = || Fonts::get(name).filter(|_| is_handed_on(name));
    Js::get(name).or_else(|| Css::get(name)).or_else(font).map(File::from)
}

fn source_text(name: &str) -> String {
    source(name).map(|file| String::from_utf8_lossy(&file.data).into_owned()).unwrap_or_default()
}

/// The scripts and style sheets as they are sent, by their names: without comments, and what every page loads in one file each.
type Served = BTreeMap<String, File>;

fn served() -> Arc<Served> {
    static SERVED: Mutex<Option<(String, Arc<Served>)>> = Mutex::new(None);
    let version = version();
    let mut kept = SERVED.lock().unwrap_or_else(PoisonError::into_inner);
    match &*kept {
        Some((of, served)) if *of == version => served.clone(),
        _ => {
            let served: Arc<Served> = Arc::new(scripts().chain(styles()).collect());
            *kept = Some((version, served.clone()));
            served
        }
    }
}

fn scripts() -> impl Iterator<Item = (String, File)> {
    let minified = |name: Cow<'static, str>| {
        let text = minify(&source_text(&name), Language::Script);
        Some((name.strip_prefix("js/")?.to_owned(), text))
    };
    let scripts = bundle::bundle(&Js::iter().filter_map(minified).collect());
    scripts.into_iter().map(|(name, text)| (format!("js/{name}"), File::of(text.into_bytes())))
}

/// The style sheet of every page, which imports the others.
const STYLE: &str = "css/page.css";

fn styles() -> impl Iterator<Item = (String, File)> {
    let sheet = |name: &str| match name {
        "css/../art/theme.css" => quinta_picture::theme_css(),
        name => source_text(name),
    };
    let imported = |line: &str| -> Option<(String, String)> {
        let (name, media) = line.strip_prefix("@import url('")?.split_once("')")?;
        Some((format!("css/{name}"), media.trim_end_matches(';').trim().to_owned()))
    };
    let imports: Vec<(String, String)> = source_text(STYLE).lines().filter_map(imported).collect();
    let parts = imports.iter().map(|(name, media)| {
        let text = minify(&sheet(name), Language::Style);
        if media.is_empty() { text } else { format!("@media {media}{{\n{text}}}\n") }
    });
    let all: String = parts.collect();
    let inside = move |name: &str| name == STYLE || imports.iter().any(|(one, _)| one == name);
    let others = Css::iter().filter(|name| kind(name) == SHEET).map(Cow::into_owned);
    let others = others.filter(move |name| !inside(name));
    let others = others.map(|name| (name.clone(), minify(&source_text(&name), Language::Style)));
    let sheets = std::iter::once((STYLE.to_owned(), all)).chain(others);
    sheets.map(|(name, text)| (name, File::of(text.into_bytes())))
}

/// A file, and the hash that tells its versions apart.
#[derive(Clone)]
pub(crate) struct File {
    pub(crate) data: Cow<'static, [u8]>,
    pub(crate) hash: [u8; 32],
}

impl File {
    pub(crate) fn of(text: impl Into<Cow<'static, [u8]>>) -> Self {
        let data = text.into();
        Self { hash: Sha256::digest(&data).into(), data }
    }
}

impl From<rust_embed::EmbeddedFile> for File {
    fn from(file: rust_embed::EmbeddedFile) -> Self {
        Self { hash: file.metadata.sha256_hash(), data: file.data }
    }
}

/// The WebAssembly module that lets a page have its table inside it.
const MODULE: &str = "tab/quinta.wasm";
/// The net of the architect, which the module does not hold.
const NET: &str = "tab/architect.net";

/// What is made rather than stored: its names, and each file from when it is first asked for.
static MADE: LazyLock<BTreeMap<String, OnceLock<File>>> = LazyLock::new(|| {
    let art = ["sprite.svg", "sign.svg", "sign-turn.svg"];
    let icons = ["icon.svg", "icon-192.png", "icon-512.png"];
    let mut names: Vec<String> = [MODULE, NET].map(str::to_owned).to_vec();
    names.extend(art.iter().chain(&icons).map(|name| format!("art/{name}")));
    for name in BOOK_PICTURES {
        names.extend(["", "-dark"].map(|night| format!("art/book/{name}{night}.svg")));
    }
    for folder in ["locales", "book"] {
        names.extend(Lang::ALL.map(|lang| format!("{folder}/{}.json", lang.code())));
    }
    names.into_iter().map(|name| (name, OnceLock::new())).collect()
});

/// A file that is made. Our own drawings always become pictures, and what is embedded is there; a test looks at all of them.
fn make(name: &str) -> File {
    let icon = || quinta_picture::app_icon().to_string();
    let pixels = |width| quinta_picture::png(&icon(), width).unwrap_or_default();
    File::of(match name {
        MODULE => return File::of(&include_bytes!("../../../web/tab/quinta.wasm")[..]),
        NET => return File::of(quinta_bots::net::SHIPPED),
        "art/sprite.svg" => quinta_picture::sprite().into_bytes(),
        "art/icon.svg" => icon().into_bytes(),
        "art/icon-192.png" => pixels(192),
        "art/icon-512.png" => pixels(512),
        "art/sign.svg" => quinta_picture::favicon(false).to_string().into_bytes(),
        "art/sign-turn.svg" => quinta_picture::favicon(true).to_string().into_bytes(),
        _ => book_picture(name).or_else(|| texts(name)).unwrap_or_default(),
    })
}

/// A picture of the rule book, `art/book/pay.svg` by day and `art/book/pay-dark.svg` by night.
fn book_picture(name: &str) -> Option<Vec<u8>> {
    let name = name.strip_prefix("art/book/")?.strip_suffix(".svg")?;
    let picture = match name.strip_suffix("-dark") {
        Some(name) => quinta_picture::book_picture(name, Theme::Dark),
        None => quinta_picture::book_picture(name, Theme::Light),
    };
    Some(picture?.to_string().into_bytes())
}

/// A catalogue of texts, `locales/fr.json`, or the rule book, `book/fr.json`.
fn texts(name: &str) -> Option<Vec<u8>> {
    let (folder, code) = name.strip_suffix(".json")?.split_once('/')?;
    let lang = Lang::ALL.into_iter().find(|lang| lang.code() == code)?;
    Some(match folder {
        "book" => quinta_texts::book::json(lang).into_bytes(),
        _ => lang.catalogue().as_bytes().to_vec(),
    })
}

/// The list of what a page can load.
const LIST: &str = "files.json";

/// The file of this name.
pub(crate) fn file(name: &str) -> Option<File> {
    if let Some(made) = MADE.get(name) {
        return Some(made.get_or_init(|| make(name)).clone());
    }
    if name == LIST {
        return serde_json::to_vec(&list()).ok().map(File::of);
    }
    if matches!(kind(name), SCRIPT | SHEET)
        && let Some(served) = served().get(name)
    {
        return Some(served.clone());
    }
    // An entrance names the version whose files it uses.
    let as_it_is = || source(name).filter(|_| !matches!(kind(name), SCRIPT | SHEET));
    as_it_is().or_else(|| Some(completed(&entrance(name)?, &root())))
}

/// The page for an address at which there is nothing, in a language.
pub(crate) fn missing(lang: Lang) -> String {
    let page = completed(&File::of(MISSING), &root());
    let page = String::from_utf8_lossy(&page.data);
    let words = [
        ("LANG", lang.code().to_owned()),
        ("TITLE", text!(lang, "app.missing")),
        ("WORDS", text!(lang, "app.missing_words")),
        ("HOME", text!(lang, "web.home")),
    ];
    words
        .iter()
        .fold(page.into_owned(), |page, (mark, words)| page.replace(&format!("{{{mark}}}"), words))
}

/// Beside the letters and their licence lie words about them, and the program that made them.
fn is_handed_on(font: &str) -> bool {
    kind(font) == "font/woff2" || font == LICENCE
}

/// An entrance as it lies in `web/`.
fn entrance(name: &str) -> Option<File> {
    ENTRANCES.iter().find(|(one, _)| *one == name).map(|&(_, data)| File::of(data))
}

/// What a client needs to be whole without a network.
#[derive(Serialize)]
struct List {
    /// The name of the version.
    version: String,
    /// Every file of it, as it is called below the version's address, and its digest.
    files: BTreeMap<String, String>,
}

fn list() -> List {
    let served = served();
    let hash = |name: &str| served.get(name).cloned().or_else(|| file(name)).map(|file| file.hash);
    let named = loaded().into_iter().filter_map(|name| Some((digest(&hash(&name)?), name)));
    List { version: version(), files: named.map(|(digest, name)| (name, digest)).collect() }
}

/// The names of what a page can load.
pub(crate) fn loaded() -> Vec<String> {
    let as_it_is = stored().filter(|name| !matches!(kind(name), SCRIPT | SHEET));
    served().keys().cloned().chain(as_it_is).chain(made()).collect()
}

/// The names of what is made for a page. Icons belong to the system's desk and not to a page.
fn made() -> impl Iterator<Item = String> {
    MADE.keys().filter(|name| !name.starts_with("art/icon")).cloned()
}

/// The name of everything that a page loads, as it is now: another byte anywhere is another version. Under it files can be kept
/// for ever, and a new program is a new client at the next load.
pub(crate) fn version() -> String {
    static BUILT: OnceLock<String> = OnceLock::new();
    // Debug builds read the files from disk, where they may change at any time.
    if cfg!(debug_assertions) { worked_out() } else { BUILT.get_or_init(worked_out).clone() }
}

fn worked_out() -> String {
    let mut all = Sha256::new();
    for (_, data) in ENTRANCES {
        all.update(data);
    }
    all.update(START.as_bytes());
    all.update(MISSING);
    for name in stored() {
        all.update(source(&name).map_or([0; 32], |file| file.hash));
    }
    for name in made() {
        all.update(file(&name).map_or([0; 32], |file| file.hash));
    }
    all.update(quinta_picture::theme_css());
    quinta_wire::hex::write(&all.finalize()[..8])
}

/// Where the entrances look for what they load; what is sent names the version instead.
const NOW: &str = "/v/now/";

/// Where this version's files are.
fn root() -> String {
    format!("/v/{}/", version())
}

/// An entrance with the addresses of this version's files and, if it is the page, its first script.
fn completed(file: &File, root: &str) -> File {
    let Ok(text) = std::str::from_utf8(&file.data) else { return file.clone() };
    let start = format!("<script>\n{}</script>", *START);
    File::of(text.replace(NOW, root).replace(START_MARK, &start).into_bytes())
}

/// The licence of the letters, which goes where they go.
const LICENCE: &str = "fonts/OFL.txt";

/// The whole client as a site without a server: what each file is called and what is in it. Every address in it is relative, so it works in any
/// folder of any web host; the page finds a mark in its head that nobody answers it there.
pub fn site() -> Vec<(String, Cow<'static, [u8]>)> {
    let root = root();
    let entrances = ENTRANCES.iter().map(|&(name, data)| {
        let file = completed(&File::of(data), &root);
        let data = if name == "index.html" { beside(&file.data).into() } else { file.data };
        (name.to_owned(), data)
    });
    let icons = MADE.keys().filter(|name| name.starts_with("art/icon")).cloned();
    let others = [LIST, LICENCE].map(str::to_owned);
    let inside = |name: String| (format!("{}{name}", &root[1..]), name);
    let named = icons.map(|name| (name.clone(), name));
    let named = named.chain(loaded().into_iter().chain(others).map(inside));
    let files = named.filter_map(|(place, name)| Some((place, file(&name)?.data)));
    entrances.chain(files).collect()
}

/// The page with addresses that begin where it lies itself; the other entrances have no others.
fn beside(data: &[u8]) -> Vec<u8> {
    const HEAD: &str = "<head>\n";
    let mark = format!("{HEAD}<meta name=\"quinta-site\" content=\"static\">\n");
    let text = String::from_utf8_lossy(data);
    text.replace("\"/", "\"./").replacen(HEAD, &mark, 1).into_bytes()
}

pub(crate) const HTML: &str = "text/html; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const SHEET: &str = "text/css; charset=utf-8";

/// What a file is, by its name.
pub(crate) fn kind(name: &str) -> &'static str {
    match name.rsplit_once('.').map(|(_, ending)| ending) {
        Some("html") => HTML,
        Some("js" | "mjs") => SCRIPT,
        Some("css") => SHEET,
        Some("svg") => "image/svg+xml",
        Some("json") => "application/json",
        Some("webmanifest") => "application/manifest+json",
        Some("png") => "image/png",
        Some("ico") => "image/x-icon",
        Some("woff2") => "font/woff2",
        Some("wasm") => "application/wasm",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::{
        LIST, Lang, MADE, MODULE, NET, NOW, START_MARK, digest, entrance, file, loaded, site,
        source_text, version,
    };
    use sha2::{Digest, Sha256};

    #[test]
    fn every_file_is_there_and_has_something_in_it() {
        assert_eq!(version(), version());
        for name in MADE.keys().cloned().chain(loaded()) {
            assert!(file(&name).is_some_and(|file| !file.data.is_empty()), "{name}");
        }
        assert!(file(MODULE).is_some_and(|file| file.data.starts_with(b"\0asm")));
        let net = file(NET).and_then(|file| quinta_bots::net::Net::read(&file.data).ok());
        assert!(net.is_some());
    }

    #[test]
    fn the_page_knows_every_language() {
        let codes = Lang::ALL.map(|lang| format!("'{}'", lang.code())).join(", ");
        let text = source_text("js/words/text.js");
        assert!(text.contains(&format!("LANGUAGES = [{codes}];")), "{codes}");
    }

    #[test]
    fn a_site_needs_nobody_at_its_root() {
        let files = site();
        let text = |name: &str| {
            let (_, data) = files.iter().find(|(found, _)| found == name).unwrap();
            String::from_utf8(data.to_vec()).unwrap()
        };
        let page = text("index.html");
        assert!(page.contains(r#"<meta name="quinta-site" content="static">"#));
        assert!(page.contains(&format!(r#"src="./v/{}/js/main.js""#, version())));
        assert!(!page.contains(START_MARK), "the first script is in the page");
        for page in [page, text("manifest.webmanifest")] {
            assert!(!page.contains(r#""/"#), "{page}");
        }
        assert!(files.iter().all(|(name, _)| !name.starts_with('/')));
    }

    #[test]
    fn the_page_asks_for_this_version_of_what_is_there() {
        let page = entrance("index.html").unwrap();
        let text = String::from_utf8_lossy(&page.data);
        let asked: Vec<&str> =
            text.split(NOW).skip(1).filter_map(|rest| rest.split('"').next()).collect();
        assert!(asked.len() > 5);
        let list = file(LIST).unwrap();
        let list: serde_json::Value = serde_json::from_slice(&list.data).unwrap();
        assert_eq!(list["version"], version());
        let files = list["files"].as_object().unwrap();
        for name in asked.into_iter().chain([MODULE, NET, "book/pl.json", "art/book/pay-dark.svg"])
        {
            let file = file(name).unwrap();
            assert_eq!(files[name], digest(&Sha256::digest(&file.data).into()), "{name}");
        }
        assert!(!files.contains_key("index.html") && !files.contains_key("sw.js"));
    }
}
