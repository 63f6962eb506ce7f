//! The server's signature for push services: VAPID, RFC 8292.
use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair};
use serde_json::json;

/// How long a signature is good for, in seconds; a day is the most that is allowed.
const GOOD_FOR: u64 = 12 * 3600;

/// The server's keys.
pub(crate) struct Vapid {
    pair: EcdsaKeyPair,
    /// The public one, in base64url.
    pub(crate) public: String,
}

impl Vapid {
    /// New keys, as they are kept (PKCS #8).
    pub(crate) fn fresh() -> Option<Vec<u8>> {
        let document =
            EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &SystemRandom::new());
        Some(document.ok()?.as_ref().to_vec())
    }

    /// The keys that were kept.
    pub(crate) fn read(kept: &[u8]) -> Option<Self> {
        let random = SystemRandom::new();
        let pair =
            EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, kept, &random).ok()?;
        let public = BASE64_URL_SAFE_NO_PAD.encode(pair.public_key());
        Some(Self { pair, public })
    }

    /// The header `Authorization` for the push service at this origin; `now` in seconds since 1970.
    pub(crate) fn authorization(
        &self,
        origin: &str,
        now: u64,
        contact: Option<&str>,
    ) -> Option<String> {
        let mut claims = json!({ "aud": origin, "exp": now + GOOD_FOR });
        if let Some(contact) = contact {
            claims["sub"] = contact.into();
        }
        let encode = |text: String| BASE64_URL_SAFE_NO_PAD.encode(text);
        let header = json!({ "typ": "JWT", "alg": "ES256" });
        let signed = format!("{}.{}", encode(header.to_string()), encode(claims.to_string()));
        let signature = self.pair.sign(&SystemRandom::new(), signed.as_bytes()).ok()?;
        let signature = BASE64_URL_SAFE_NO_PAD.encode(signature);
        Some(format!("vapid t={signed}.{signature}, k={}", self.public))
    }
}
