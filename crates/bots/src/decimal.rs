//! Numbers like `0.35`, read without the tables that reading any number takes: ten kilobytes of a browser's module.

/// Reads a number that is written without an exponent, with at most nine decimals. A division rounds it as reading it would.
pub(crate) fn decimal(text: &str) -> Option<f64> {
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => (-1.0, digits),
        None => (1.0, text),
    };
    let (whole, decimals) = digits.split_once('.').unwrap_or((digits, ""));
    let exact = decimals.len() <= 9 && digits.len() <= 16;
    let number: u64 = format!("{whole}{decimals}").parse().ok().filter(|_| exact)?;
    Some(sign * number as f64 / 10_u64.pow(decimals.len() as u32) as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_what_they_always_are() {
        for text in ["0", "7", "0.5", "-0.206", "3600", "12.345678901", "0.1", "99999999.9"] {
            assert_eq!(decimal(text), text.parse().ok(), "{text}");
        }
        for text in
            ["", "-", "one", "1e3", "inf", "--1", "1.2.3", "0.1234567890", "1".repeat(17).as_str()]
        {
            assert_eq!(decimal(text), None, "{text}");
        }
    }
}
