//! Everybody can tell the tiles apart: by colour with any colour blindness, and in greyscale by marks and drawings.
use quinta_picture::{png, tile, tile_colour};
use quinta_rules::{Colour, Kind};
use resvg::tiny_skia::Pixmap;

type Rgb = [f64; 3];

fn linear(hex: &str) -> Rgb {
    [1, 3, 5].map(|i| {
        let value = f64::from(u8::from_str_radix(&hex[i..i + 2], 16).expect("two digits")) / 255.0;
        if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
    })
}

fn times(m: [Rgb; 3], v: Rgb) -> Rgb {
    m.map(|row| row[0] * v[0] + row[1] * v[1] + row[2] * v[2])
}

/// CIELAB under D65.
fn lab(rgb: Rgb) -> Rgb {
    let xyz = times(
        [
            [0.412_456_4, 0.357_576_1, 0.180_437_5],
            [0.212_672_9, 0.715_152_2, 0.072_175],
            [0.019_333_9, 0.119_192, 0.950_304_1],
        ],
        rgb.map(|v| v.clamp(0.0, 1.0)),
    );
    let f = |t: f64| if t > 0.008_856 { t.cbrt() } else { 7.787 * t + 16.0 / 116.0 };
    let [x, y, z] = [f(xyz[0] / 0.950_47), f(xyz[1]), f(xyz[2] / 1.088_83)];
    [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
}

/// The distance in CIELAB with a and b at 0.6: at the size of a tile hue matters less than lightness.
fn distance(a: Rgb, b: Rgb) -> f64 {
    let (a, b) = (lab(a), lab(b));
    ((a[0] - b[0]).powi(2) + (0.6 * (a[1] - b[1])).powi(2) + (0.6 * (a[2] - b[2])).powi(2)).sqrt()
}

/// Each kind of full colour blindness as a matrix in linear light (Machado, Oliveira and Fernandes 2009), and the least
/// distance between two colours.
const SIGHTS: [(&str, [Rgb; 3], f64); 4] = [
    ("normal", [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]], 28.5),
    (
        "protanopia",
        [
            [0.152_286, 1.052_583, -0.204_868],
            [0.114_503, 0.786_281, 0.099_216],
            [-0.003_882, -0.048_116, 1.051_998],
        ],
        21.5,
    ),
    (
        "deuteranopia",
        [
            [0.367_322, 0.860_646, -0.227_968],
            [0.280_085, 0.672_501, 0.047_413],
            [-0.011_82, 0.042_94, 0.968_881],
        ],
        21.5,
    ),
    (
        "tritanopia",
        [
            [1.255_528, -0.076_749, -0.178_779],
            [-0.078_411, 0.930_809, 0.147_602],
            [0.004_733, 0.691_367, 0.303_9],
        ],
        21.5,
    ),
];

#[test]
fn any_two_colours_differ_for_every_kind_of_sight() {
    for (sight, matrix, least) in SIGHTS {
        for (i, a) in Colour::ALL.into_iter().enumerate() {
            for b in &Colour::ALL[..i] {
                let seen = [a, *b].map(|c| times(matrix, linear(tile_colour(c))));
                let d = distance(seen[0], seen[1]);
                assert!(d >= least, "{sight}: {a:?} and {b:?} are only {d:.1} apart");
            }
        }
    }
}

/// The pixels of a tile on white, as lightness from 0 to 1.
fn grey(kind: Kind, size: u32) -> Vec<f64> {
    let bytes = png(&tile(kind).to_string(), size).expect("a picture");
    let map = Pixmap::decode_png(&bytes).expect("our own PNG");
    map.pixels()
        .iter()
        .map(|p| {
            let over = |c: u8| (f64::from(c) + f64::from(255 - p.alpha())) / 255.0;
            0.2126 * over(p.red()) + 0.7152 * over(p.green()) + 0.0722 * over(p.blue())
        })
        .collect()
}

/// The number of pixels in which two pictures clearly differ.
fn differing(a: &[f64], b: &[f64]) -> usize {
    a.iter().zip(b).filter(|(x, y)| (*x - *y).abs() > 0.12).count()
}

#[test]
fn any_two_tiles_differ_in_grey_at_24_and_at_13_pixels() {
    differ_in_grey(24, 40);
    differ_in_grey(13, 10);
}

fn differ_in_grey(size: u32, least: usize) {
    let tiles: Vec<(Kind, Vec<f64>)> = Kind::all().map(|k| (k, grey(k, size))).collect();
    for (i, (a, seen_a)) in tiles.iter().enumerate() {
        for (b, seen_b) in &tiles[..i] {
            let pixels = differing(seen_a, seen_b);
            assert!(pixels >= least, "{a} and {b} differ in only {pixels} pixels at {size}");
        }
    }
}

#[test]
fn tiles_of_two_colours_differ_by_their_marks_alone() {
    // Stretched to the same range of lightness, two tiles of one pattern differ in their marks alone.
    let flat = |kind: Kind| -> Vec<f64> {
        let seen = grey(kind, 24);
        let mut sorted = seen.clone();
        sorted.sort_by(f64::total_cmp);
        let (dark, light) = (sorted[seen.len() / 20], sorted[seen.len() - 1 - seen.len() / 5]);
        seen.iter().map(|v| (v - dark) / (light - dark).max(0.05)).collect()
    };
    for pattern in quinta_rules::Pattern::ALL {
        for (i, a) in Colour::ALL.into_iter().enumerate() {
            for b in &Colour::ALL[..i] {
                let pixels = differing(&flat(Kind::new(a, pattern)), &flat(Kind::new(*b, pattern)));
                assert!(pixels >= 40, "{a:?} and {b:?} with {pattern:?}: {pixels} pixels");
            }
        }
    }
}
