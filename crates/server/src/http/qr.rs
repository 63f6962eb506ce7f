//! A link as a QR code, for the phone of whoever sits on the other side of the table.
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
/// The blank edge that scanners need, in modules.
const EDGE: usize = 4;

/// `GET /qr/LINK.svg`, the link being spelt in base64url.
pub(crate) async fn picture(Path(file): Path<String>) -> Response {
    let Some(spelt) = file.strip_suffix(".svg") else {
        return not_found().await;
    };
    let link = URL_SAFE_NO_PAD.decode(spelt).ok().filter(|link| link.len() <= LONGEST);
    match link.and_then(|link| draw(&link)) {
        Some(svg) => {
            let headers =
                [(CONTENT_TYPE, "image/svg+xml"), (CACHE_CONTROL, "public, max-age=86400")];
            (headers, svg).into_response()
        }
        None => error(Code::BadRequest, "expected a link of at most 300 bytes in base64url"),
    }
}

/// Black on white whatever the theme is: not every scanner reads the reverse.
fn draw(link: &[u8]) -> Option<String> {
    let code = QrCode::new(link).ok()?;
    let (width, modules) = (code.width(), code.to_colors());
    let mut path = String::new();
    for (at, _) in modules.iter().enumerate().filter(|(_, color)| **color == Color::Dark) {
        write!(path, "M{} {}h1v1h-1z", EDGE + at % width, EDGE + at / width).ok()?;
    }
    let side = width + 2 * EDGE;
    Some(format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {side} {side}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h{side}v{side}H0z"/><path d="{path}"/></svg>"##
    ))
}
