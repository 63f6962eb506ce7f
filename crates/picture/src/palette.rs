//! Every colour in the house: the six of the tiles, which never change, and those of the ground, which follow the theme.
use quinta_rules::Colour;
use std::fmt::Write;

/// The paints of one colour of tiles.
pub(crate) struct Glaze {
    /// The face: chosen so that any two differ for every kind of sight.
    pub(crate) face: &'static str,
    /// The side of the tile, below its face.
    pub(crate) side: &'static str,
    /// The drawing and the mark.
    pub(crate) ink: &'static str,
    /// Between face and ink, for the second tone of the drawing.
    pub(crate) wash: &'static str,
}

/// The paints of this colour.
pub(crate) const fn glaze(colour: Colour) -> Glaze {
    match colour {
        Colour::Blue => Glaze { face: "#2166cf", side: "#123f8c", ink: "#f6faff", wash: "#a9caf7" },
        Colour::Yellow => {
            Glaze { face: "#ffdf52", side: "#c08a14", ink: "#5a3704", wash: "#b98a25" }
        }
        Colour::DarkGreen => {
            Glaze { face: "#0b4a2a", side: "#052916", ink: "#eaf8ea", wash: "#8cbf9b" }
        }
        Colour::LightGreen => {
            Glaze { face: "#8cab34", side: "#5a7317", ink: "#1f2e06", wash: "#557019" }
        }
        Colour::DarkPurple => {
            Glaze { face: "#3d1349", side: "#200629", ink: "#f8ecfb", wash: "#b48cc0" }
        }
        Colour::LightPurple => {
            Glaze { face: "#de83bb", side: "#a04a80", ink: "#480b34", wash: "#96447a" }
        }
    }
}

/// The face of the tiles of a colour, as red, green, blue in hexadecimal: `#2166cf`.
pub const fn tile_colour(colour: Colour) -> &'static str {
    glaze(colour).face
}

/// Where a drawing will be seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Theme {
    /// By day.
    #[default]
    Light,
    /// By night.
    Dark,
    /// In a page: the colours are CSS custom properties (see [`theme_css`]), by day where the page sets none.
    Page,
}

macro_rules! tones {
    ($($(#[$meta:meta])* $name:ident $css:literal $light:literal $dark:literal;)+) => {
        /// A paint that follows the theme.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(crate) enum Tone { $($(#[$meta])* $name),+ }

        const TONES: &[(&str, &str, &str)] = &[$(($css, $light, $dark)),+];

        impl Theme {
            /// The paint of this tone, as the value of an attribute.
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
    /// The mown stripes in it.
    Stripe "stripe" "#aec687" "#304634";
    /// Clipped box.
    Hedge "hedge" "#5f8a50" "#23452c";
    /// The sunlit side of it.
    HedgeLight "hedge-light" "#7fa866" "#35603c";
    /// The other side.
    HedgeDark "hedge-dark" "#3f6a3c" "#162f1f";
    /// Gravel.
    Gravel "gravel" "#eadfc2" "#4a463a";
    /// The edge of it.
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
    /// Carved figures.
    Marble "marble" "#ffffff" "#e4e0d6";
    /// Their shaded side.
    MarbleShade "marble-shade" "#c3cdc6" "#a5a79d";
    /// The bed on which a figure stands.
    Bed "bed" "#7c9a6d" "#33553c";
    /// Roof tiles.
    Roof "roof" "#c9673b" "#b55f3a";
    /// The shaded side of a roof.
    RoofDark "roof-dark" "#984626" "#7f3d22";
    /// Paper, the ground of panels.
    Paper "paper" "#fffbf2" "#262a27";
    /// Lines on paper.
    PaperEdge "paper-edge" "#dccfae" "#454b45";
    /// The ground behind the panels.
    Cloth "cloth" "#eef0e4" "#191d1a";
    /// The ornament on it.
    Ornament "ornament" "#dde3d0" "#232a25";
    /// Writing.
    Ink "ink" "#22382b" "#eef0e4";
    /// Writing that is less important.
    Soft "soft" "#6f6444" "#b9b39c";
    /// Whatever asks for attention.
    Gold "gold" "#e0a100" "#f0bb2e";
    /// A pale gold ground.
    GoldPale "gold-pale" "#fff0bd" "#574a1e";
    /// Cloth of the bag.
    Linen "linen" "#d9c39a" "#a8966f";
    /// Folds in it.
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
