//! The `views` of a trace: how Posthoc draws the board of an event.
//!
//! The tiles are drawn once, with the first event, and stay; the tokens are drawn for each event from its list of tokens.
//! Positions and colours are those of the pictures.

use std::io::{self, Write};

use pathmax_puzzles::scene::{Scene, Tile};
use serde::Serialize;
use serde_json::{Value, json};

use crate::picture::board::{TILE, TOKEN, corners, ground_fill, place, token_fill};
use crate::picture::layout::px;

/// The size of the letters on tokens.
const LETTERS: f64 = 16.0;

/// A token as part of an event.
#[derive(Serialize)]
pub(super) struct EventToken<'s> {
    x: f64,
    y: f64,
    text: &'s str,
    fill: &'static str,
}

/// The tokens of a board.
pub(super) fn tokens(scene: &Scene) -> Vec<EventToken<'_>> {
    let tokens = scene.tiles.iter().filter_map(|tile| Some((place(scene.shape, tile.at), tile.token.as_ref()?)));
    tokens
        .map(|((x, y), token)| EventToken { x: px(x), y: px(y), text: &token.text, fill: token_fill(token.ink) })
        .collect()
}

/// Writes the section `views`.
pub(super) fn write_views(scene: &Scene, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "views:")?;
    write_view("main", main_view(), out)?;
    write_view("tile", scene.tiles.iter().map(|tile| tile_view(scene, tile)), out)?;
    write_view("token", token_view(), out)
}

fn write_view(name: &str, components: impl IntoIterator<Item = Value>, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "  {name}:")?;
    components.into_iter().try_for_each(|component| writeln!(out, "    - {component}"))
}

/// The view that Posthoc begins with.
fn main_view() -> [Value; 2] {
    [
        json!({"$": "tile", "$if": "${{ $.board }}"}),
        json!({"$": "token", "$for": {"$let": "i", "$from": 0, "$to": "${{ $.tokens.length }}"}}),
    ]
}

fn tile_view(scene: &Scene, tile: &Tile) -> Value {
    let corners = corners(scene.shape, place(scene.shape, tile.at), TILE - 2.0);
    let points: Vec<Value> = corners.into_iter().map(|(x, y)| json!({"x": px(x), "y": px(y)})).collect();
    // Posthoc evaluates strings with `${{`.
    let cell = tile.name.replace("${{", "$ {{");
    json!({"$": "polygon", "points": points, "fill": ground_fill(tile.ground), "$info": {"cell": cell}})
}

/// A disc with letters, which only rectangles can have.
fn token_view() -> [Value; 2] {
    let of_token = |key: &str| format!("${{{{ $.tokens[$.i].{key} }}}}");
    let side = px(TOKEN);
    [
        json!({"$": "circle", "x": of_token("x"), "y": of_token("y"), "radius": side, "fill": of_token("fill"), "clear": true}),
        json!({
            "$": "rect",
            "x": format!("${{{{ $.tokens[$.i].x - {} }}}}", px(TOKEN / 2.0)),
            "y": format!("${{{{ $.tokens[$.i].y - {} }}}}", px(TOKEN / 2.0)),
            "width": side,
            "height": side,
            "fill": of_token("fill"),
            "label": of_token("text"),
            "label-x": px(TOKEN * 0.2),
            "label-y": px(TOKEN / 2.0 + LETTERS * 0.36),
            "label-size": LETTERS,
            "label-color": "white",
            "clear": true,
        }),
    ]
}
