//! Guests: who someone is, in a signed cookie or token that the server alone can make.
use crate::limits::counted;
use hmac::{Hmac, KeyInit, Mac};
use quinta_texts::{Lang, guest};
use quinta_wire::hex;
use serde::{Deserialize, Serialize};
use sha2::Sha256;
use std::net::IpAddr;

/// A guest, as their cookie or token says. What they have changed since is kept in the store: `App::who_is` knows who somebody is now.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Guest {
    /// Who they are to tables.
    pub(crate) id: String,
    /// Their name.
    pub(crate) name: String,
    /// Their language.
    pub(crate) language: String,
}

/// The key that signs.
#[derive(Clone)]
pub(crate) struct Key(Vec<u8>);

/// Letters and digits that are not mistaken for one another; 32 of them.
const LETTERS: &[u8; 32] = b"abcdefghjkmnpqrstuvwxyz234567890";

/// A random text of letters and digits, five bits each.
pub(crate) fn random_text(length: usize) -> String {
    letters(&random_bytes(length))
}

/// A letter for each byte.
pub(crate) fn letters(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| char::from(LETTERS[usize::from(byte % 32)])).collect()
}

/// Random bytes of the operating system.
pub(crate) fn random_bytes(length: usize) -> Vec<u8> {
    let mut bytes = vec![0; length];
    // Without randomness there is no fair game and no identity: better to stop than to go on.
    getrandom::fill(&mut bytes).expect("the operating system has randomness");
    bytes
}

impl Key {
    pub(crate) fn new(bytes: Vec<u8>) -> Self {
        Self(bytes)
    }

    fn mac(&self, text: &[u8]) -> Hmac<Sha256> {
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.0).expect("a key of any length will do");
        mac.update(text);
        mac
    }

    /// An opaque name for an address, the same each time; nobody without the key finds the address that it stands for.
    pub(crate) fn origin(&self, address: IpAddr) -> String {
        let mac = self.mac(format!("address\n{}", counted(address)).as_bytes());
        letters(&mac.finalize().into_bytes()[..10])
    }

    /// The cookie or token of a guest.
    pub(crate) fn sign(&self, guest: &Guest) -> String {
        let text = serde_json::to_vec(guest).unwrap_or_default();
        format!("{}.{}", hex::write(&text), hex::write(&self.mac(&text).finalize().into_bytes()))
    }

    /// The guest of a cookie or token that this server made.
    pub(crate) fn read(&self, signed: &str) -> Option<Guest> {
        if signed.len() > 2000 {
            return None;
        }
        let (text, signature) = signed.split_once('.')?;
        let text = hex::read(text)?;
        self.mac(&text).verify_slice(&hex::read(signature)?).ok()?;
        serde_json::from_slice(&text).ok()
    }
}

impl Guest {
    /// A new guest with a friendly name in the language that the browser asks for.
    pub(crate) fn new(accept_language: Option<&str>) -> Self {
        let language = Lang::preferred(accept_language.unwrap_or_default());
        let pick = random_bytes(8).iter().fold(0, |n, byte| n << 8 | u64::from(*byte));
        Self { id: random_text(20), name: guest(language, pick), language: language.to_string() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_this_server_signed_is_read() {
        let key = Key::new(random_bytes(32));
        let guest = Guest::new(Some("de-CH;q=0.8, fr;q=0.9, *"));
        assert_eq!(guest.language, "fr");
        let signed = key.sign(&guest);
        assert_eq!(key.read(&signed), Some(guest));
        assert_eq!(Key::new(random_bytes(32)).read(&signed), None);
        for place in [0, 7, signed.len() - 1] {
            let mut forged = signed.clone().into_bytes();
            forged[place] = if forged[place] == b'0' { b'1' } else { b'0' };
            assert_eq!(key.read(&String::from_utf8(forged).unwrap()), None);
        }
        for text in ["", ".", "zz.zz", "é.é", "00"] {
            assert_eq!(key.read(text), None);
        }
    }
}
