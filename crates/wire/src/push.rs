//! Web Push: a browser subscribes, and is told even when no page is open.
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The server's public key for Web Push: `applicationServerKey` when a browser subscribes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PushKey {
    /// 65 bytes in base64url without padding. It stays the same as long as the server's data does.
    pub key: String,
}

/// A browser's subscription, as `JSON.stringify(subscription)` writes it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Subscribe {
    /// Where messages are to be posted: an `https` address at the browser's push service.
    #[schemars(length(min = 1, max = 1000))]
    pub endpoint: String,
    /// What they are encrypted for.
    pub keys: SubscribeKeys,
}

/// The browser's side of the encryption.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SubscribeKeys {
    /// The browser's public key: 65 bytes in base64url.
    #[schemars(length(min = 1, max = 100))]
    pub p256dh: String,
    /// The secret that the browser shares with the server: 16 bytes in base64url.
    #[schemars(length(min = 1, max = 40))]
    pub auth: String,
}

/// What a push message says, once the browser has decrypted it; in the guest's language.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PushMessage {
    /// What happened.
    pub title: String,
    /// At which table, with whom.
    pub body: String,
    /// The table's page: a path on this server.
    pub url: String,
    /// The table: a later message with the same tag takes the place of an earlier one.
    pub tag: String,
}
