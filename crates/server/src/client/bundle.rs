//! The page's scripts in one file. Each module that `main.js` imports becomes an object in it; `main.js`, what is loaded later and what
//! workers run stay files of their own, and import those objects.
//!
//! Modules are not parsed. What is assumed of their form (an import or export begins a line, a name is exported where it is declared
//! and keeps its name, nothing that is exported is assigned, no cycles) is checked by the linter: `BUNDLED` in `eslint.config.js`.
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// The file with all of them.
pub(super) const ALL: &str = "page.js";
const MAIN: &str = "main.js";
const WORKERS: [&str; 2] = ["tab/worker.js", "tab/think_worker.js"];

/// Returns the scripts as they are served, by their names below `js/`, from minified ones.
pub(super) fn bundle(sources: &BTreeMap<String, String>) -> BTreeMap<String, String> {
    let modules: BTreeMap<&str, Module> =
        sources.iter().map(|(name, text)| (name.as_str(), Module::read(name, text))).collect();
    let mut inside = Vec::new();
    visit(MAIN, &modules, &mut inside);
    // It comes after its own imports.
    inside.pop();
    let mut in_workers = Vec::new();
    for worker in WORKERS {
        visit(worker, &modules, &mut in_workers);
    }
    let mut all: String = inside.iter().map(|name| modules[name].as_object()).collect();
    let objects: Vec<String> = inside.iter().map(|name| object(name)).collect();
    let _ = writeln!(all, "export{{{}}};", objects.join(","));
    let mut served = BTreeMap::from([(ALL.to_owned(), all)]);
    for (&name, module) in &modules {
        if in_workers.contains(&name) {
            // A worker cannot import the page's modules.
            served.insert(name.to_owned(), sources[name].clone());
        } else if !inside.contains(&name) {
            served.insert(name.to_owned(), module.as_file(&inside));
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

struct Import<'a> {
    /// The module, by its name below `js/`.
    from: String,
    /// What is imported: `{a,b}`, or the name for the whole module.
    names: &'a str,
    /// As it was written.
    text: &'a str,
}

impl Import<'_> {
    /// The same names, taken from the module's object.
    fn as_constants(&self) -> String {
        let space = if self.names.starts_with('{') { "" } else { " " };
        format!("const{space}{}={};\n", self.names, object(&self.from))
    }
}

struct Module<'a> {
    name: &'a str,
    imports: Vec<Import<'a>>,
    /// All but the imports.
    body: String,
}

impl<'a> Module<'a> {
    fn read(name: &'a str, text: &'a str) -> Self {
        let mut module = Self { name, imports: Vec::new(), body: String::new() };
        let mut rest = text;
        while !rest.is_empty() {
            let is_import = rest.starts_with("import{") || rest.starts_with("import *");
            let end = if is_import { ";\n" } else { "\n" };
            let (text, after) =
                rest.split_at(rest.find(end).map_or(rest.len(), |at| at + end.len()));
            rest = after;
            match text.trim_start_matches("import").rsplit_once("from '") {
                Some((names, from)) if is_import => module.imports.push(Import {
                    from: resolve(name, from.trim_end_matches("';\n")),
                    names: names.trim().trim_start_matches("* as "),
                    text,
                }),
                _ => module.body.push_str(text),
            }
        }
        module
    }

    /// The module as an object with what it exports.
    fn as_object(&self) -> String {
        let mut imports = String::new();
        for import in &self.imports {
            imports.push_str(&import.as_constants());
        }
        let mut body = String::new();
        let mut exports = Vec::new();
        for line in self.body.split_inclusive('\n') {
            let declaration = line.strip_prefix("export ");
            exports.extend(declaration.map(declared_name));
            body.push_str(declaration.unwrap_or(line));
        }
        // Addresses are relative to where the module lies in the sources.
        let here = format!("new URL('./{}',import.meta.url).href", self.name);
        format!(
            "const {}=(()=>{{\n{imports}{}return{{{}}};\n}})();\n",
            object(self.name),
            self.with_addresses(&body.replace("import.meta.url", &here)),
            exports.join(",")
        )
    }

    /// The text with the addresses of what is loaded later, seen from the file with all modules.
    fn with_addresses(&self, body: &str) -> String {
        let mut parts = body.split("import('");
        let mut text = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let (address, rest) = part.split_once('\'').unwrap_or((part, ""));
            let _ = write!(text, "import('./{}'{rest}", resolve(self.name, address));
        }
        text
    }

    /// The module as a file of its own that takes what is inside from there.
    fn as_file(&self, inside: &[&str]) -> String {
        let (inside, outside): (Vec<&Import>, Vec<&Import>) =
            self.imports.iter().partition(|import| inside.contains(&import.from.as_str()));
        let mut text: String = outside.iter().map(|import| import.text).collect();
        let objects: BTreeSet<String> = inside.iter().map(|import| object(&import.from)).collect();
        if !objects.is_empty() {
            let objects: Vec<String> = objects.into_iter().collect();
            let up = match self.name.matches('/').count() {
                0 => "./".to_owned(),
                depth => "../".repeat(depth),
            };
            let _ = writeln!(text, "import{{{}}}from'{up}{ALL}';", objects.join(","));
        }
        text.extend(inside.iter().map(|import| import.as_constants()));
        text + &self.body
    }
}

/// The name that a declaration declares: `async function name(…`, `const name=…`.
fn declared_name(declaration: &str) -> &str {
    let mut words = declaration.split(|c: char| !c.is_alphanumeric() && !"_$".contains(c));
    let keywords = ["", "async", "function", "const", "class"];
    words.find(|word| !keywords.contains(word)).unwrap_or_default()
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
                "export const one = 1;\nconst own = import('../own.js');\nexport class two{\n}\n",
            ),
            (
                "in/b.js",
                "import{\none,\ntwo,\n}from './a.js';\nexport async function go() {\nreturn new URL('x', import.meta.url);\n}\n",
            ),
            (
                "later.js",
                "import{go}from './in/b.js';\nimport{own}from './own.js';\nimport * as a from './in/a.js';\nexport const f = () => go(own, a);\n",
            ),
            ("own.js", "export class own {}\n"),
            ("tab/worker.js", "import{one}from '../in/a.js';\n"),
            ("tab/think_worker.js", ""),
        ];
        let sources: BTreeMap<String, String> =
            sources.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect();
        let served = bundle(&sources);
        assert_eq!(
            served["page.js"],
            "const $in_a=(()=>{\nconst one = 1;\nconst own = import('./own.js');\nclass two{\n}\nreturn{one,two};\n})();\n\
             const $in_b=(()=>{\nconst{\none,\ntwo,\n}=$in_a;\nasync function go() {\nreturn new URL('x', new URL('./in/b.js',import.meta.url).href);\n}\nreturn{go};\n})();\n\
             export{$in_a,$in_b};\n"
        );
        assert_eq!(
            served["main.js"],
            "import{$in_b}from'./page.js';\nconst b=$in_b;\nb.go();\nvoid import('./later.js');\n"
        );
        assert_eq!(
            served["later.js"],
            "import{own}from './own.js';\nimport{$in_a,$in_b}from'./page.js';\nconst{go}=$in_b;\nconst a=$in_a;\nexport const f = () => go(own, a);\n"
        );
        // What a worker imports keeps its place, and what only the page imports has no other than that in `page.js`.
        assert_eq!(served["in/a.js"], sources["in/a.js"]);
        assert!(!served.contains_key("in/b.js"));
        assert_eq!(served["own.js"], "export class own {}\n");
    }

    #[test]
    fn addresses_are_resolved() {
        assert_eq!(resolve("a/b.js", "./c.js"), "a/c.js");
        assert_eq!(resolve("a/b.js", "../c/d.js"), "c/d.js");
        assert_eq!(resolve("main.js", "./c.js"), "c.js");
    }
}
