//! The page's scripts in one file. Each module that `main.js` imports becomes an object in it; `main.js`, what is loaded later and what
//! workers run stay files of their own, and take from that one what is in it.
//!
//! It reads our own modules, not any: imports and exports begin a line, names are exported where they are made or in a list, nothing
//! that is exported is assigned again, and modules do not import each other in a circle (the linter sees to that).
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// The file with all of them.
pub(super) const ALL: &str = "page.js";
const MAIN: &str = "main.js";
const WORKERS: [&str; 2] = ["tab/worker.js", "tab/think-worker.js"];

/// Returns the scripts as they are served, by their names below `js/`, from lean ones.
pub(super) fn bundle(sources: &BTreeMap<String, String>) -> BTreeMap<String, String> {
    let modules: BTreeMap<&str, Module> =
        sources.iter().map(|(name, text)| (name.as_str(), Module::read(name, text))).collect();
    let mut inside = Vec::new();
    visit(MAIN, &modules, &mut inside);
    // Its own imports come before it.
    inside.pop();
    let mut in_workers = Vec::new();
    for worker in WORKERS {
        visit(worker, &modules, &mut in_workers);
    }
    let known: BTreeSet<&str> = inside.iter().copied().collect();
    let mut served = BTreeMap::new();
    let mut all = String::new();
    for &name in &inside {
        all.push_str(&modules[name].as_object(&known));
    }
    let objects: Vec<String> = inside.iter().map(|name| object(name)).collect();
    let _ = writeln!(all, "export{{{}}};", objects.join(","));
    served.insert(ALL.to_owned(), all);
    for (&name, module) in &modules {
        if in_workers.contains(&name) {
            // Where there is no page its modules cannot be.
            served.insert(name.to_owned(), sources[name].clone());
        } else if !known.contains(name) {
            served.insert(name.to_owned(), module.as_file(&known));
        }
    }
    served
}

/// Adds a module after all that it imports.
fn visit<'a>(name: &'a str, modules: &'a BTreeMap<&str, Module>, done: &mut Vec<&'a str>) {
    let Some(module) = modules.get(name).filter(|_| !done.contains(&name)) else { return };
    for import in &module.imports {
        visit(&import.from, modules, done);
    }
    done.push(name);
}

/// The name of a module's object.
fn object(name: &str) -> String {
    format!("${}", name.trim_end_matches(".js").replace(['/', '-', '.'], "_"))
}

/// A name in one module, and what it is called in the other.
type Named = (String, String);

/// What an import statement asks for.
enum Wanted {
    /// The whole module under a name.
    All(String),
    /// Names there, and what they are called here.
    Some(Vec<Named>),
    /// Names there, and what they are handed on as.
    HandedOn(Vec<Named>),
}

struct Import {
    /// The module, by its name below `js/`.
    from: String,
    wanted: Wanted,
    /// As it was written.
    text: String,
}

struct Module {
    name: String,
    imports: Vec<Import>,
    /// Names here, and what they are exported as.
    exports: Vec<Named>,
    body: String,
}

impl Module {
    fn read(name: &str, text: &str) -> Self {
        let mut module = Self {
            name: name.to_owned(),
            imports: Vec::new(),
            exports: Vec::new(),
            body: String::new(),
        };
        let mut rest = text;
        while !rest.is_empty() {
            rest = module.read_line(rest);
        }
        module
    }

    /// Reads a line, or the statement that begins with it; returns what follows.
    fn read_line<'a>(&mut self, text: &'a str) -> &'a str {
        let to = |end: &str| text.find(end).map_or(text.len(), |at| at + end.len());
        let imports = text.starts_with("import{") || text.starts_with("import *");
        if imports || text.starts_with("export{") {
            let (statement, rest) = text.split_at(to(";\n"));
            self.read_statement(statement);
            return rest;
        }
        let (line, rest) = text.split_at(to("\n"));
        match line.strip_prefix("export ") {
            Some(made) => {
                let exported = made_name(made);
                self.exports.push((exported.clone(), exported));
                self.body.push_str(made);
            }
            None => self.body.push_str(line),
        }
        rest
    }

    fn read_statement(&mut self, statement: &str) {
        let (what, from) = match statement.rsplit_once("from '") {
            Some((what, from)) => (what, from.split('\'').next()),
            None => (statement, None),
        };
        let hands_on = what.starts_with("export");
        let wanted = match what.split_once("* as ") {
            Some((_, name)) => Wanted::All(name.trim().to_owned()),
            None if hands_on => Wanted::HandedOn(listed(what)),
            None => Wanted::Some(listed(what)),
        };
        match (from, wanted) {
            (Some(from), wanted) => {
                let from = resolve(&self.name, from);
                self.imports.push(Import { from, wanted, text: statement.to_owned() });
            }
            (None, Wanted::HandedOn(names)) => self.exports.extend(names),
            (None, _) => {}
        }
    }

    /// What a module inside takes from the others, as constants.
    fn taken(&self, known: &BTreeSet<&str>) -> String {
        let mut text = String::new();
        for import in self.imports.iter().filter(|import| known.contains(import.from.as_str())) {
            let from = object(&import.from);
            let _ = match &import.wanted {
                Wanted::All(name) => writeln!(text, "const {name}={from};"),
                Wanted::Some(names) => writeln!(text, "const{{{}}}={from};", pairs(names)),
                Wanted::HandedOn(_) => Ok(()),
            };
        }
        text
    }

    /// The module as an object with what it exports.
    fn as_object(&self, known: &BTreeSet<&str>) -> String {
        let handed_on = self.imports.iter().filter_map(|import| match &import.wanted {
            Wanted::HandedOn(names) => Some((object(&import.from), names)),
            _ => None,
        });
        let handed_on = handed_on.flat_map(|(from, names)| {
            names.iter().map(move |(there, here)| format!("{here}:{from}.{there}"))
        });
        let swapped = self.exports.iter().map(|(here, there)| pair(there, here));
        let exports: Vec<String> = swapped.chain(handed_on).collect();
        // Addresses are relative to where the module lies in the sources.
        let here = format!("new URL('./{}',import.meta.url).href", self.name);
        let body = self.body.replace("import.meta.url", &here);
        format!(
            "const {}=(()=>{{\n{}{}return{{{}}};\n}})();\n",
            object(&self.name),
            self.taken(known),
            self.with_addresses(&body),
            exports.join(",")
        )
    }

    /// The text with the addresses of what is loaded later, seen from the file with all modules.
    fn with_addresses(&self, body: &str) -> String {
        let mut parts = body.split("import('");
        let mut text = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let (address, rest) = part.split_once('\'').unwrap_or((part, ""));
            let _ = write!(text, "import('./{}'{rest}", resolve(&self.name, address));
        }
        text
    }

    /// The module as a file of its own that takes what is inside from there.
    fn as_file(&self, known: &BTreeSet<&str>) -> String {
        let up = "../".repeat(self.name.matches('/').count());
        let up = if up.is_empty() { "./" } else { &up };
        let (inside, outside): (Vec<&Import>, Vec<&Import>) =
            self.imports.iter().partition(|import| known.contains(import.from.as_str()));
        let mut text: String = outside.iter().map(|import| import.text.as_str()).collect();
        let objects: BTreeSet<String> = inside.iter().map(|import| object(&import.from)).collect();
        if !objects.is_empty() {
            let objects: Vec<String> = objects.into_iter().collect();
            let _ = writeln!(text, "import{{{}}}from'{up}{ALL}';", objects.join(","));
        }
        text.push_str(&self.taken(known));
        text.push_str(&self.body);
        for import in inside {
            if let Wanted::HandedOn(names) = &import.wanted {
                let from = object(&import.from);
                let _ = writeln!(text, "export const{{{}}}={from};", pairs(names));
            }
        }
        if !self.exports.is_empty() {
            let names = self.exports.iter().map(|(here, there)| format!("{here} as {there}"));
            let _ = writeln!(text, "export{{{}}};", names.collect::<Vec<_>>().join(","));
        }
        text
    }
}

/// The name that a declaration makes.
fn made_name(declaration: &str) -> String {
    let words = declaration.split(|c: char| !c.is_alphanumeric() && !"_$".contains(c));
    let name = words.filter(|word| !word.is_empty());
    let mut name =
        name.skip_while(|word| matches!(*word, "async" | "function" | "const" | "class"));
    name.next().unwrap_or_default().to_owned()
}

/// The names between the braces: `a, b as c`.
fn listed(text: &str) -> Vec<Named> {
    let list = text.split_once('{').map_or("", |(_, rest)| rest.split('}').next().unwrap_or(""));
    let names = list.split(',').map(str::trim).filter(|name| !name.is_empty());
    let both = |name: &str| match name.split_once(" as ") {
        Some((there, here)) => (there.to_owned(), here.to_owned()),
        None => (name.to_owned(), name.to_owned()),
    };
    names.map(both).collect()
}

fn pair(there: &str, here: &str) -> String {
    if there == here { here.to_owned() } else { format!("{there}:{here}") }
}

fn pairs(names: &[Named]) -> String {
    names.iter().map(|(there, here)| pair(there, here)).collect::<Vec<_>>().join(",")
}

/// The module that another one means by a relative address.
fn resolve(from: &str, address: &str) -> String {
    let mut parts: Vec<&str> = from.split('/').collect();
    parts.pop();
    for part in address.split('/') {
        match part {
            "." => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::{bundle, resolve};
    use std::collections::BTreeMap;

    #[test]
    fn modules_become_objects_and_the_rest_takes_from_them() {
        let sources = [
            ("main.js", "import * as b from './in/b.js';\nb.go();\nvoid import('./later.js');\n"),
            (
                "in/a.js",
                "export const one = 1;\nconst two = import('../own.js');\nexport{\ntwo as deux,\n};\n",
            ),
            (
                "in/b.js",
                "import{one,deux as zwei}from './a.js';\nexport{one}from './a.js';\nexport async function go() {\nreturn new URL('x', import.meta.url);\n}\n",
            ),
            (
                "later.js",
                "import{go}from './in/b.js';\nimport{own}from './own.js';\nexport{one}from './in/a.js';\nexport const f = () => go(own);\n",
            ),
            ("own.js", "export class own {}\n"),
            ("tab/worker.js", "import{one}from '../in/a.js';\n"),
            ("tab/think-worker.js", ""),
        ];
        let sources: BTreeMap<String, String> =
            sources.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect();
        let served = bundle(&sources);
        assert_eq!(
            served["page.js"],
            "const $in_a=(()=>{\nconst one = 1;\nconst two = import('./own.js');\nreturn{one,deux:two};\n})();\n\
             const $in_b=(()=>{\nconst{one,deux:zwei}=$in_a;\nasync function go() {\nreturn new URL('x', new URL('./in/b.js',import.meta.url).href);\n}\nreturn{go,one:$in_a.one};\n})();\n\
             export{$in_a,$in_b};\n"
        );
        assert_eq!(
            served["main.js"],
            "import{$in_b}from'./page.js';\nconst b=$in_b;\nb.go();\nvoid import('./later.js');\n"
        );
        assert_eq!(
            served["later.js"],
            "import{own}from './own.js';\nimport{$in_a,$in_b}from'./page.js';\nconst{go}=$in_b;\nconst f = () => go(own);\nexport const{one}=$in_a;\nexport{f as f};\n"
        );
        // What a worker imports keeps its place, and what only the page imports has no other than that in `page.js`.
        assert_eq!(served["in/a.js"], sources["in/a.js"]);
        assert!(!served.contains_key("in/b.js"));
        assert_eq!(served["own.js"], "class own {}\nexport{own as own};\n");
    }

    #[test]
    fn addresses_are_resolved() {
        assert_eq!(resolve("a/b.js", "./c.js"), "a/c.js");
        assert_eq!(resolve("a/b.js", "../c/d.js"), "c/d.js");
        assert_eq!(resolve("main.js", "./c.js"), "c.js");
    }
}
