//! All colours: those of the tiles, which never change, and those of everything else, which follow the theme.
use quinta_rules::Colour;
use std::fmt::Write;

/// The paints of one colour of tiles.
pub(crate) struct TilePaints {
    /// The face. The six are chosen so that any two differ for people with any colour blindness (`tests/sight.rs`).
    pub(crate) face: &'static str,
    /// The side of the tile, below its face.
    pub(crate) side: &'static str,
    /// The drawing and the mark.
    pub(crate) ink: &'static str,
    /// The second tone of the drawing, between face and ink.
    pub(crate) wash: &'static str,
}

/// The paints of this colour.
pub(crate) const fn tile_paints(colour: Colour) -> TilePaints {
    match colour {
        Colour::Blue => {
            TilePaints { face: "#2166cf", side: "#123f8c", ink: "#f6faff", wash: "#a9caf7" }
        }
        Colour::Yellow => {
            TilePaints { face: "#ffdf52", side: "#c08a14", ink: "#5a3704", wash: "#b98a25" }
        }
        Colour::DarkGreen => {
            TilePaints { face: "#0b4a2a", side: "#052916", ink: "#eaf8ea", wash: "#8cbf9b" }
        }
        Colour::LightGreen => {
            TilePaints { face: "#8cab34", side: "#5a7317", ink: "#1f2e06", wash: "#557019" }
        }
        Colour::DarkPurple => {
            TilePaints { face: "#3d1349", side: "#200629", ink: "#f8ecfb", wash: "#b48cc0" }
        }
        Colour::LightPurple => {
            TilePaints { face: "#de83bb", side: "#a04a80", ink: "#480b34", wash: "#96447a" }
        }
    }
}

/// Returns the face of the tiles of a colour, such as `#2166cf`.
pub const fn tile_colour(colour: Colour) -> &'static str {
    tile_paints(colour).face
}

/// The set of colours of a drawing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Theme {
    /// Light.
    #[default]
    Light,
    /// Dark.
    Dark,
    /// That of the page which the drawing is part of: the colours are CSS custom properties (see [`theme_css`]), light
    /// where the page sets none.
    Page,
}

macro_rules! tones {
    ($($(#[$meta:meta])* $name:ident $css:literal $light:literal $dark:literal;)+) => {
        /// A paint that follows the theme.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(crate) enum Tone { $($(#[$meta])* $name),+ }

        const TONES: &[(&str, &str, &str)] = &[$(($css, $light, $dark)),+];

        impl Theme {
            /// The value of a `fill` or `stroke` attribute for this tone.
            pub(crate) const fn paint(self, tone: Tone) -> &'static str {
                match (self, tone) {
                    $((Self::Light, Tone::$name) => $light,
                      (Self::Dark, Tone::$name) => $dark,
                      (Self::Page, Tone::$name) => concat!("var(--q-", $css, ",", $light, ")"),)+
                }
            }
        }
    };
}

tones! {
    /// Grass.
    Lawn "lawn" "#b9cf93" "#2c4030";
    /// Stripes of the lawn.
    Stripe "stripe" "#aec687" "#304634";
    /// Hedges.
    Hedge "hedge" "#5f8a50" "#23452c";
    /// The sunlit side of a hedge.
    HedgeLight "hedge-light" "#7fa866" "#35603c";
    /// The shaded side of a hedge.
    HedgeDark "hedge-dark" "#3f6a3c" "#162f1f";
    /// Gravel.
    Gravel "gravel" "#eadfc2" "#4a463a";
    /// The edge of gravel.
    GravelEdge "gravel-edge" "#d3c39c" "#5b5646";
    /// Water.
    Water "water" "#8cc4d8" "#2c5d78";
    /// Light on the water.
    Ripple "ripple" "#d9f0f5" "#6fa9c2";
    /// Terraces.
    Stone "stone" "#efe2c6" "#57524a";
    /// Joints and edges of stone.
    StoneEdge "stone-edge" "#bda877" "#38342e";
    /// Stone in the shade.
    StoneShade "stone-shade" "#dccba3" "#48443d";
    /// A free space.
    Space "space" "#fcf6e8" "#6a645a";
    /// The rim of a free space.
    SpaceEdge "space-edge" "#bba878" "#3d3933";
    /// Sculptures.
    Marble "marble" "#ffffff" "#e4e0d6";
    /// The shaded side of a sculpture.
    MarbleShade "marble-shade" "#c3cdc6" "#a5a79d";
    /// The bed around a sculpture.
    Bed "bed" "#7c9a6d" "#33553c";
    /// Roof tiles.
    Roof "roof" "#c9673b" "#b55f3a";
    /// The shaded side of a roof.
    RoofDark "roof-dark" "#984626" "#7f3d22";
    /// The background of panels.
    Paper "paper" "#fffbf2" "#262a27";
    /// Edges of panels, and grid lines.
    PaperEdge "paper-edge" "#dccfae" "#454b45";
    /// The background behind the panels.
    Cloth "cloth" "#eef0e4" "#191d1a";
    /// The ornament on that background.
    Ornament "ornament" "#dde3d0" "#232a25";
    /// Text.
    Ink "ink" "#22382b" "#eef0e4";
    /// Less important text.
    Soft "soft" "#6f6444" "#b9b39c";
    /// Highlights.
    Gold "gold" "#e0a100" "#f0bb2e";
    /// The background of a highlight.
    GoldPale "gold-pale" "#fff0bd" "#574a1e";
    /// The bag.
    Linen "linen" "#d9c39a" "#a8966f";
    /// Folds of the bag.
    LinenDark "linen-dark" "#a98d5a" "#6f6040";
}

/// The custom properties of [`Theme::Page`] for a page that is light by default and dark under `[data-theme="dark"]`.
pub fn theme_css() -> String {
    let (mut light, mut dark) = (String::new(), String::new());
    for (name, by_day, by_night) in TONES {
        let _ = write!(light, "--q-{name}:{by_day};");
        let _ = write!(dark, "--q-{name}:{by_night};");
    }
    format!(":root{{{light}}}\n[data-theme=\"dark\"]{{{dark}}}\n")
}
