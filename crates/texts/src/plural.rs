//! Plural categories: the rules of CLDR for whole numbers, for our languages.
use crate::Lang;

/// Returns the category of a whole number.
pub fn category(lang: Lang, n: i64) -> &'static str {
    lang.plural()(n.unsigned_abs())
}

/// One is singular, all others are plural: English, German.
pub(crate) const fn one_other(n: u64) -> &'static str {
    if n == 1 { "one" } else { "other" }
}

pub(crate) const fn french(n: u64) -> &'static str {
    match n {
        0 | 1 => "one",
        n if n.is_multiple_of(1_000_000) => "many",
        _ => "other",
    }
}

pub(crate) const fn polish(n: u64) -> &'static str {
    match (n, n % 10, n % 100) {
        (1, ..) => "one",
        (_, 2..=4, 0..=11 | 15..) => "few",
        _ => "many",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_fall_where_cldr_puts_them() {
        // The samples that CLDR itself gives, and the signs that scores can have.
        let samples: [(Lang, &str, &[i64]); 10] = [
            (Lang::En, "one", &[1, -1]),
            (Lang::En, "other", &[0, 2, 16, 100, 1000]),
            (Lang::De, "one", &[1, -1]),
            (Lang::De, "other", &[0, 2, 16, 21, 101]),
            (Lang::Fr, "one", &[0, 1, -1]),
            (Lang::Fr, "many", &[1_000_000, 2_000_000]),
            (Lang::Fr, "other", &[2, 17, 100, 1000, 100_000, 1_000_001]),
            (Lang::Pl, "one", &[1, -1]),
            (Lang::Pl, "few", &[2, 3, 4, 22, 23, 24, 32, 102, 1002, -2]),
            (Lang::Pl, "many", &[0, 5, 19, 11, 12, 13, 14, 21, 100, 101, 112, 1_000_000]),
        ];
        for (lang, expected, numbers) in samples {
            for &n in numbers {
                assert_eq!(category(lang, n), expected, "{n} in {lang}");
            }
        }
    }
}
