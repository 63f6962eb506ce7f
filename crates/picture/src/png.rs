//! PNG from SVG.
use crate::text;
use resvg::{tiny_skia, usvg};

/// Why a drawing could not be rendered.
#[derive(Debug, thiserror::Error)]
pub enum PngError {
    /// The text is not SVG.
    #[error("this is not SVG: {0}")]
    NotSvg(#[from] usvg::Error),
    /// A side would have no pixels, or more than 8192.
    #[error("a picture of {0} by {1} pixels cannot be made")]
    Size(u32, u32),
    /// The encoder failed.
    #[error("the picture could not be written: {0}")]
    Encoding(String),
}

/// Renders a drawing as PNG of this width in pixels.
pub fn png(svg: &str, width: u32) -> Result<Vec<u8>, PngError> {
    pixels(svg, width)?.encode_png().map_err(|e| PngError::Encoding(e.to_string()))
}

/// Renders a drawing as premultiplied RGBA.
fn pixels(svg: &str, width: u32) -> Result<tiny_skia::Pixmap, PngError> {
    let tree = usvg::Tree::from_str(svg, &text::options())?;
    let scale = width as f32 / tree.size().width();
    let height = (tree.size().height() * scale).round() as u32;
    if !(1..=8192).contains(&width) || !(1..=8192).contains(&height) {
        return Err(PngError::Size(width, height));
    }
    let mut map = tiny_skia::Pixmap::new(width, height).ok_or(PngError::Size(width, height))?;
    // The height was rounded, so the vertical scale differs a little: the drawing has to reach the last row.
    let fit = tiny_skia::Transform::from_scale(scale, height as f32 / tree.size().height());
    resvg::render(&tree, fit, &mut map.as_mut());
    Ok(map)
}
