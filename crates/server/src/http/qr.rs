//! A link as a QR code, for a phone on the other side of the table.
use super::response::{error, not_found};
use axum::extract::Path;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use qrcode::{Color, QrCode};
use quinta_wire::Code;
use std::fmt::Write;

/// The longest link, in bytes; ours are far shorter, and denser codes are hard to scan.
const LONGEST: usize = 300;
/// The blank margin that scanners need, in modules.
const MARGIN: usize = 4;

/// `GET /qr/LINK.svg`, with the link in base64url.
pub(crate) async fn picture(Path(file): Path<String>) -> Response {
    let Some(encoded) = file.strip_suffix(".svg") else {
        return not_found().await;
    };
    let link = URL_SAFE_NO_PAD.decode(encoded).ok().filter(|link| link.len() <= LONGEST);
    match link.and_then(|link| draw(&link)) {
        Some(svg) => {
            let headers =
                [(CONTENT_TYPE, "image/svg+xml"), (CACHE_CONTROL, "public, max-age=86400")];
            (headers, svg).into_response()
        }
        None => error(Code::BadRequest, "expected a link of at most 300 bytes in base64url"),
    }
}

/// Draws black on white in every theme, since not every scanner reads the reverse.
fn draw(link: &[u8]) -> Option<String> {
    let code = QrCode::new(link).ok()?;
    let (width, modules) = (code.width(), code.to_colors());
    let mut path = String::new();
    for (at, _) in modules.iter().enumerate().filter(|(_, color)| **color == Color::Dark) {
        write!(path, "M{} {}h1v1h-1z", MARGIN + at % width, MARGIN + at / width).ok()?;
    }
    let side = width + 2 * MARGIN;
    Some(format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {side} {side}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h{side}v{side}H0z"/><path d="{path}"/></svg>"##
    ))
}
