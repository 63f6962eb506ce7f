//! The words, numbers and signs of a line of notation.

/// A token and where it begins, in characters from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Token<'a> {
    pub(super) text: &'a str,
    pub(super) at: usize,
}

/// Cuts a line into words (`place`, `b3`), numbers (`-1`) and single signs (`@`, `!`, `*`, `,`). A hyphen between two words
/// is a space, so that `dark-green` is `dark green`.
pub(super) fn tokens(line: &str) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    let mut chars = line.char_indices().enumerate().peekable();
    let mut before = ' ';
    while let Some((place, (start, first))) = chars.next() {
        let next = chars.peek().map_or(' ', |&(_, (_, next))| next);
        let joins = first == '-' && is_letter(before) && is_letter(next);
        before = first;
        if first.is_whitespace() || joins {
            continue;
        }
        let mut end = start + first.len_utf8();
        let number = first == '-' && next.is_ascii_digit();
        if is_letter(first) || first.is_ascii_digit() || number {
            while let Some(&(_, (at, c))) = chars.peek() {
                if !is_letter(c) && !c.is_ascii_digit() {
                    break;
                }
                end = at + c.len_utf8();
                before = c;
                chars.next();
            }
        }
        tokens.push(Token { text: &line[start..end], at: place + 1 });
    }
    tokens
}

/// Whether it can be part of a word. All words of the notation are ASCII, so other scripts need no table of letters.
fn is_letter(c: char) -> bool {
    c.is_ascii_alphabetic() || !c.is_ascii() && !c.is_whitespace()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_cut_into_words_numbers_and_signs() {
        let texts = |line| tokens(line).iter().map(|t| t.text).collect::<Vec<_>>();
        assert_eq!(texts(" place b3 at -1,0 "), ["place", "b3", "at", "-1", ",", "0"]);
        assert_eq!(
            texts("dark-green b1@0 b4@2! **"),
            ["dark", "green", "b1", "@", "0", "b4", "@", "2", "!", "*", "*"]
        );
        assert_eq!(texts("- -a 1--2 é-é €"), ["-", "-", "a", "1", "-", "-2", "é", "é", "€"]);
        assert_eq!(tokens("é b3")[1].at, 3);
    }
}
