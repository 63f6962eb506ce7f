//! This machine's address in the local network, and the QR code for phones.
use std::net::{IpAddr, UdpSocket};

/// The address that other machines of the local network reach this one by.
pub fn address() -> Option<IpAddr> {
    // Nothing is sent: connecting a datagram socket only asks the system which way it would go. The address is one for documentation.
    let socket = UdpSocket::bind("0.0.0.0:0").ok()?;
    socket.connect("192.0.2.1:9").ok()?;
    let address = socket.local_addr().ok()?.ip();
    (!address.is_unspecified() && !address.is_loopback()).then_some(address)
}

/// A QR code for a terminal.
pub fn qr_code(text: &str) -> Option<String> {
    let code = qrcode::QrCode::new(text).ok()?;
    Some(code.render::<qrcode::render::unicode::Dense1x2>().quiet_zone(true).build())
}
