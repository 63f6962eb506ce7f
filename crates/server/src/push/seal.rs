//! A message that only the subscribed browser can read: RFC 8291, in the encoding `aes128gcm` of RFC 8188.
use ring::aead::{AES_128_GCM, Aad, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use ring::agreement::{ECDH_P256, EphemeralPrivateKey, UnparsedPublicKey, agree_ephemeral};
use ring::error::Unspecified;
use ring::hkdf::{HKDF_SHA256, KeyType, Salt};
use ring::rand::{SecureRandom, SystemRandom};

/// The size of a record; a message is one record, and shorter.
const RECORD: u32 = 4096;
/// The longest text that fits, with room for the header, the delimiter and the tag.
const LONGEST: usize = 3500;

/// So many bytes out of HKDF.
struct Bytes(usize);

impl KeyType for Bytes {
    fn len(&self) -> usize {
        self.0
    }
}

/// The body of a push message. Fails if the browser's key is no point of the curve.
pub(crate) fn seal(p256dh: &[u8], auth: &[u8], text: &[u8]) -> Result<Vec<u8>, Unspecified> {
    if text.len() > LONGEST {
        return Err(Unspecified);
    }
    let random = SystemRandom::new();
    let mut salt = [0; 16];
    random.fill(&mut salt)?;
    let private = EphemeralPrivateKey::generate(&ECDH_P256, &random)?;
    let public = private.compute_public_key()?;
    let theirs = UnparsedPublicKey::new(&ECDH_P256, p256dh);
    let mut key = [0; 32];
    agree_ephemeral(private, &theirs, |shared| {
        let info = [b"WebPush: info\0", p256dh, public.as_ref()];
        Salt::new(HKDF_SHA256, auth).extract(shared).expand(&info, Bytes(32))?.fill(&mut key)
    })??;
    let key = Salt::new(HKDF_SHA256, &salt).extract(&key);
    let mut nonce = [0; NONCE_LEN];
    key.expand(&[b"Content-Encoding: nonce\0"], Bytes(NONCE_LEN))?.fill(&mut nonce)?;
    let info = [b"Content-Encoding: aes128gcm\0".as_slice()];
    let key = LessSafeKey::new(UnboundKey::from(key.expand(&info, &AES_128_GCM)?));

    // The delimiter of the last record, without padding behind it.
    let mut sealed = [text, &[2]].concat();
    key.seal_in_place_append_tag(Nonce::assume_unique_for_key(nonce), Aad::empty(), &mut sealed)?;
    let public = public.as_ref();
    let header = [&salt, RECORD.to_be_bytes().as_slice(), &[public.len() as u8], public].concat();
    Ok([header, sealed].concat())
}
