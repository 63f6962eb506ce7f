//! Bytes as hexadecimal text.
use std::fmt::Write;

/// Returns the text of these bytes, two digits each.
pub fn write(bytes: &[u8]) -> String {
    bytes.iter().fold(String::with_capacity(2 * bytes.len()), |mut text, byte| {
        // Writing into a text does not fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// Returns the bytes of a text.
pub fn read(text: &str) -> Option<Vec<u8>> {
    if !text.len().is_multiple_of(2) || !text.bytes().all(|b| b.is_ascii_hexdigit()) {
        return None;
    }
    (0..text.len()).step_by(2).map(|i| u8::from_str_radix(&text[i..i + 2], 16).ok()).collect()
}

#[cfg(test)]
mod tests {
    #[test]
    fn both_ways() {
        assert_eq!(super::write(&[0, 0xab, 255]), "00abff");
        assert_eq!(super::read("00ABff"), Some(vec![0, 0xab, 255]));
        for bad in ["0", "0g", "é", "+1"] {
            assert_eq!(super::read(bad), None, "{bad}");
        }
    }
}
