//! Scripts and style sheets without comments, indentation and empty lines, and scripts without the spaces beside punctuation.

/// What a text is written in.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Language {
    Script,
    Style,
}

/// Returns the text without comments and most white space. Its tokens stay the same: `web/tests/served.test.mjs` compares them.
pub(super) fn minify(text: &str, language: Language) -> String {
    let mut reader =
        Reader { rest: text, out: String::with_capacity(text.len()), open: Vec::new() };
    while !reader.rest.is_empty() {
        reader.next(language);
    }
    reader.end_line();
    reader.out
}

/// Whether no space is needed beside this character. Operators are left alone: `a + +b` needs its spaces, and a slash may begin a comment.
fn is_punctuation(c: char) -> bool {
    "(){}[],;:?=<>!&|".contains(c)
}

struct Reader<'a> {
    rest: &'a str,
    out: String,
    /// For each template that is being read, how many braces are open in its `${`.
    open: Vec<usize>,
}

impl Reader<'_> {
    fn next(&mut self, language: Language) {
        let script = language == Language::Script;
        let Some(first) = self.rest.chars().next() else { return };
        match first {
            '/' if self.rest.starts_with("/*") => {
                let end = self.rest.find("*/").map_or(self.rest.len(), |at| at + 2);
                // A line that ends in a comment ends there.
                if self.rest[..end].contains('\n') {
                    self.end_line();
                }
                self.rest = &self.rest[end..];
            }
            '/' if script && self.rest.starts_with("//") => {
                self.rest = &self.rest[self.rest.find('\n').unwrap_or(self.rest.len())..];
            }
            '/' if script && self.expects_value() => self.copy_to('/'),
            '\'' | '"' => self.copy_to(first),
            '`' if script => self.copy_template(),
            '\n' => {
                self.end_line();
                self.rest = self.rest.trim_start();
            }
            ' ' if script
                && (self.out.ends_with(is_punctuation)
                    || self.rest[1..].starts_with(is_punctuation)) =>
            {
                self.rest = &self.rest[1..];
            }
            _ => {
                self.copy(first.len_utf8());
                match (first, self.open.last_mut()) {
                    ('{', Some(depth)) => *depth += 1,
                    ('}', Some(0)) => {
                        self.open.pop();
                        self.copy_template_text();
                    }
                    ('}', Some(depth)) => *depth -= 1,
                    _ => {}
                }
            }
        }
    }

    fn copy(&mut self, bytes: usize) {
        let (done, rest) = self.rest.split_at(bytes);
        self.out.push_str(done);
        self.rest = rest;
    }

    /// Ends the line, if anything is on it.
    fn end_line(&mut self) {
        self.out.truncate(self.out.trim_end().len());
        if !self.out.is_empty() {
            self.out.push('\n');
        }
    }

    /// Whether a value begins here, so that a slash begins a regular expression: nothing that could be divided stands before it.
    fn expects_value(&self) -> bool {
        let before = self.out.trim_end();
        let word = before.rsplit(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
        matches!(word, "return" | "typeof" | "case")
            || before.ends_with(|c: char| !c.is_alphanumeric() && !")]}_$'\"`".contains(c))
    }

    /// Copies a string or a regular expression, to where this character ends it.
    fn copy_to(&mut self, last: char) {
        let mut listed = false;
        let mut escaped = false;
        let end = self.rest.char_indices().skip(1).find(|&(_, c)| {
            let ends = c == last && !escaped && !listed;
            // A slash within brackets is one of the characters that a regular expression lists.
            if last == '/' && !escaped {
                listed = if listed { c != ']' } else { c == '[' };
            }
            escaped = c == '\\' && !escaped;
            ends
        });
        self.copy(end.map_or(self.rest.len(), |(at, _)| at + last.len_utf8()));
    }

    fn copy_template(&mut self) {
        self.copy(1);
        self.copy_template_text();
    }

    /// Copies the text of a template, to its end or to the next value in it.
    fn copy_template_text(&mut self) {
        let mut escaped = false;
        let end = self.rest.char_indices().find(|&(at, c)| {
            let ends = !escaped && (c == '`' || self.rest[at..].starts_with("${"));
            escaped = c == '\\' && !escaped;
            ends
        });
        match end {
            Some((at, '$')) => {
                self.copy(at + 2);
                self.open.push(0);
            }
            Some((at, _)) => self.copy(at + 1),
            None => self.copy(self.rest.len()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Language::{Script, Style};
    use super::minify;

    #[test]
    fn comments_and_indentation_go() {
        let text = "// What this is.\n\n/** More. */\nexport function f(/** @type {any} */ x) {\n  /* why */\n  return x; // so\n}\n";
        assert_eq!(minify(text, Script), "export function f(x){\nreturn x;\n}\n");
        assert_eq!(minify("/* a */\nb {\n  c: d;\n}\n", Style), "b {\nc: d;\n}\n");
        assert_eq!(minify("", Script), "");
    }

    #[test]
    fn what_only_looks_like_a_comment_stays() {
        for text in [
            "const a='https://b, c';\n",
            "const a=\"it's // here\";\n",
            "const a=/\\/v\\/([^/]+)\\//.exec(b);\n",
            "const a=b / c;const d=e / f;\n",
            "const a=(b + +c)/ d / e;\n",
            "const a=`// ${b?`/* ${{c:'}'}.c} */`:'d'}\n  // e`;\n",
            "if(a)return /['\"] ,/.test(b);\n",
            "const a='it\\'s';const b='//';\n",
        ] {
            assert_eq!(minify(text, Script), text);
        }
        let style = "a {\nb: url(https://c);\n}\n";
        assert_eq!(minify(style, Style), style);
    }

    #[test]
    fn what_never_ends_ends_with_the_text() {
        for text in ["/* a", "// a", "'a", "`a", "`a ${b", "`a ${`b", "= /a", "'a\\", "`a\\"] {
            let _ = minify(text, Script);
        }
    }
}
