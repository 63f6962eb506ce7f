//! The exported site: complete, with relative addresses only, and without touching other files.
mod common;

use common::quinta;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

fn export(folder: &Path) -> common::Run {
    quinta(&["export-site", folder.to_str().unwrap()])
}

/// Every file below a folder, by its path in it.
fn files(folder: &Path) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                found.insert(path.strip_prefix(folder).unwrap().to_str().unwrap().to_owned());
            }
        }
    }
    found
}

/// Every text between these two marks.
fn between<'a>(text: &'a str, before: &str, after: char) -> Vec<&'a str> {
    text.split(before).skip(1).filter_map(|rest| rest.split(after).next()).collect()
}

/// The code of a module without its comments, whose types name files that are no part of the page.
fn without_comments(text: &str) -> String {
    let mut parts = text.split("/*");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |code, part| code + part.split_once("*/").map_or("", |(_, code)| code))
}

/// The file that an address leads to from the file in which it stands.
fn leads_to(from: &str, address: &str) -> String {
    let mut path = PathBuf::from(from);
    path.pop();
    for part in address.split('/') {
        match part {
            "." => {}
            ".." => assert!(path.pop(), "{from}: {address}"),
            part => path.push(part),
        }
    }
    path.to_str().unwrap().to_owned()
}

#[test]
fn the_site_is_whole_and_knows_no_root() {
    let folder = tempfile::tempdir().unwrap();
    let site = folder.path().join("site");
    let run = export(&site);
    assert_eq!(run.code, Some(0), "{}", run.err);
    let files = files(&site);
    let text = |name: &str| fs::read_to_string(site.join(name)).unwrap();
    assert!(run.out.contains(&format!("{} files, ", files.len() - 1)), "{}", run.out);
    let lists: Vec<_> = files.iter().filter(|name| name.ends_with("/files.json")).collect();
    let [list] = lists[..] else { panic!("{lists:?}") };
    let root = list.strip_suffix("files.json").unwrap();
    let listed: serde_json::Value = serde_json::from_str(&text(list)).unwrap();
    for name in listed["files"].as_object().unwrap().keys() {
        assert!(files.contains(&format!("{root}{name}")), "{name}");
    }
    for name in ["tab/quinta.wasm", "tab/architect.net", "book/pl.json", "art/sprite.svg"] {
        assert!(files.contains(&format!("{root}{name}")), "{name}");
    }

    // The page and the app's description.
    let page = text("index.html");
    assert!(page.contains(r#"<meta name="quinta-site" content="static">"#));
    let addresses = [r#"href=""#, r#"src=""#].map(|mark| between(&page, mark, '"')).concat();
    assert_eq!(addresses.len(), 12, "{addresses:?}");
    for address in addresses.into_iter().filter(|address| *address != "./") {
        assert!(address.starts_with("./"), "{address}");
        assert!(files.contains(&leads_to("index.html", address)), "{address}");
    }
    let manifest = text("manifest.webmanifest");
    assert!(!manifest.contains(r#""/"#), "{manifest}");
    for icon in between(&manifest, r#""src": ""#, '"') {
        assert!(files.contains(&leads_to("manifest.webmanifest", icon)), "{icon}");
    }

    // Every module that a module imports, and every file that a style sheet names.
    let mut imports = 0;
    for name in &files {
        let ending = Path::new(name).extension().and_then(|ending| ending.to_str());
        let marks: &[(&str, char)] = match ending {
            Some("js") => {
                &[("from '", '\''), ("from'", '\''), ("import('./", '\''), ("import('../", '\'')]
            }
            Some("css") => &[("url(\"", '"'), ("url('", '\''), ("url(.", ')')],
            _ => continue,
        };
        let text = without_comments(&text(name));
        for (before, after) in marks {
            for address in between(&text, before, *after) {
                let shortened = before.rsplit(['\'', '(', '"']).next().unwrap_or_default();
                let address = format!("{shortened}{address}");
                let comes_along = address.starts_with("data:") || address.starts_with('#');
                if comes_along {
                    continue;
                }
                assert!(!address.starts_with('/'), "{name}: {address}");
                let address = address.split(['#', '?']).next().unwrap();
                assert!(files.contains(&leads_to(name, address)), "{name}: {address}");
                imports += 1;
            }
        }
    }
    assert!(imports > 50, "{imports}");
}

#[test]
fn an_earlier_export_is_replaced_and_nothing_else_is() {
    let folder = tempfile::tempdir().unwrap();
    let site = folder.path().join("site");
    assert_eq!(export(&site).code, Some(0));
    let before = files(&site);
    // Files of an earlier version, files of somebody else, and a list that points elsewhere.
    fs::create_dir_all(site.join("v/0123456789abcdef/js")).unwrap();
    fs::write(site.join("v/0123456789abcdef/js/old.js"), "old").unwrap();
    fs::write(site.join("CNAME"), "quinta.example").unwrap();
    fs::write(folder.path().join("mine"), "mine").unwrap();
    let mark = site.join("quinta-site.json");
    let text = fs::read_to_string(&mark).unwrap();
    let old = r#""files": ["v/0123456789abcdef/js/old.js", "../mine", "/etc/hostname","#;
    fs::write(&mark, text.replacen(r#""files": ["#, old, 1)).unwrap();
    assert_eq!(export(&site).code, Some(0));
    let mut expected = before;
    expected.insert("CNAME".into());
    assert_eq!(files(&site), expected);
    assert!(!site.join("v/0123456789abcdef").exists() && folder.path().join("mine").exists());
}

#[test]
fn another_folder_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("thesis.txt"), "the only copy").unwrap();
    let run = export(folder.path());
    assert_eq!(run.code, Some(1));
    assert!(run.err.contains("is not empty"), "{}", run.err);
    assert_eq!(files(folder.path()).len(), 1);
    let run = export(&folder.path().join("thesis.txt"));
    assert_eq!(run.code, Some(1));
    assert!(run.err.contains("thesis.txt"), "{}", run.err);
    fs::write(folder.path().join("quinta-site.json"), "{").unwrap();
    let run = export(folder.path());
    assert!(run.code == Some(1) && run.err.contains("does not say"), "{}", run.err);
    assert_eq!(files(folder.path()).len(), 2);
}
