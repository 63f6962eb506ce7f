//! Completions and manual pages.
mod common;

use common::{command, quinta};
use std::process::Command;

/// The commands, as the help lists them.
fn commands() -> Vec<String> {
    let help = quinta(&["--help"]).out;
    let listed = help.split("Commands:\n").nth(1).unwrap().split("\n\n").next().unwrap();
    let first_word =
        |line: &str| line.strip_prefix("  ")?.split_whitespace().next().map(str::to_owned);
    let indented_once = |line: &&str| !line.starts_with("   ");
    listed.lines().filter(indented_once).filter_map(first_word).collect()
}

#[test]
fn every_shell_gets_completions_that_know_all_commands() {
    let commands = commands();
    assert!(commands.len() > 15, "{commands:?}");
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let run = quinta(&["completions", shell]);
        assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{shell}");
        for name in commands.iter().map(String::as_str).chain(["public-url"]) {
            assert!(run.out.contains(name), "{shell}: {name}");
        }
    }
    let run = quinta(&["completions", "abacus"]);
    assert_eq!(run.code, Some(2));
    assert!(run.err.contains("possible values: bash"), "{}", run.err);
}

/// A real bash completes with the script.
#[test]
#[cfg(target_os = "linux")]
fn bash_completes_with_them() {
    let folder = tempfile::tempdir().unwrap();
    let script = folder.path().join("quinta.bash");
    std::fs::write(&script, quinta(&["completions", "bash"]).out).unwrap();
    let ask = format!(
        "source '{}'; COMP_WORDS=(quinta serve --pub); COMP_CWORD=2; _quinta quinta --pub serve; echo \"${{COMPREPLY[*]}}\"",
        script.display()
    );
    let output = Command::new("bash").args(["--norc", "-c", &ask]).output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stdout), "--public-url\n");
}

#[test]
fn every_command_has_a_manual_page() {
    let folder = tempfile::tempdir().unwrap();
    let pages = folder.path().join("share/man1");
    let run = quinta(&["man", pages.to_str().unwrap()]);
    assert_eq!((run.code, run.out.as_str(), run.err.as_str()), (Some(0), "", ""));
    let page = |name: &str| std::fs::read_to_string(pages.join(name)).unwrap();
    assert!(page("quinta.1").contains("quinta\\-serve(1)"));
    for name in commands().iter().filter(|name| *name != "help") {
        let text = page(&format!("quinta-{name}.1"));
        assert!(text.contains(".SH SYNOPSIS") && text.contains("Examples:"), "{name}: {text}");
    }
    assert!(page("quinta-serve.1").contains("QUINTA_PUBLIC_URL"));
}

/// Manual pages do not depend on this machine's settings.
#[test]
fn a_manual_page_says_nothing_of_the_machine_it_was_made_on() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = command(&["man", folder.path().to_str().unwrap()]);
    let status = command.env("QUINTA_PUBLIC_URL", "https://secret.example.org").status().unwrap();
    assert!(status.success());
    let page = std::fs::read_to_string(folder.path().join("quinta-serve.1")).unwrap();
    assert!(!page.contains("secret.example.org"), "{page}");
}

#[test]
fn a_folder_that_cannot_be_made_is_an_error() {
    let file = tempfile::NamedTempFile::new().unwrap();
    let folder = file.path().join("man1");
    let run = quinta(&["man", folder.to_str().unwrap()]);
    assert_eq!(run.code, Some(1));
    assert!(run.err.starts_with("quinta: cannot write manual pages into "), "{}", run.err);
}
