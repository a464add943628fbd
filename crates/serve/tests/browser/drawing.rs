//! Pictures of boards: chess figures, readable text, gliding pieces.

use pathmax_test_programs::{BROWSER, require};
use serde_json::{Value, json};

use super::page::Page;

/// Runs a script with `BoardPicture`, `scene(text)`, which reads a board, and `show(picture, width, height)`, which resolves
/// when the picture fits its box.
fn draw(page: &Page, script: &str) -> Value {
    page.js(&format!(
        "(async () => {{ \
         const {{ BoardPicture }} = await import('/board/draw.js'); \
         const scene = async (text) => (await (await fetch('/api/v1/board', {{ method: 'POST', \
           headers: {{ 'Content-Type': 'application/json' }}, body: JSON.stringify({{ board: {{ text }} }}) }})).json()).scene; \
         const show = async (picture, width, height) => {{ \
           const box = document.createElement('div'); \
           box.style.cssText = `position: fixed; inset: 0 auto auto 0; z-index: 9; width: ${{width}}px; height: ${{height}}px`; \
           picture.svg.style.cssText += '; width: 100%; height: 100%; max-height: none'; \
           box.append(picture.svg); document.body.append(box); \
           for (let i = 0; i < 3; i += 1) await new Promise(requestAnimationFrame); }}; \
         {script} }})()"
    ))
}

#[test]
fn agents_are_chess_figures_and_pawns_keep_their_labels() {
    require!(BROWSER);
    let page = Page::open();
    let drawn = draw(
        &page,
        "const board = await scene('K B R 7\\n'); \
         ['knight', 'bishop', 'rook', 'pawn'].forEach((symbol, i) => (board.tiles[i].token.symbol = symbol)); \
         const picture = new BoardPicture(board, 'figures'); await show(picture, 600, 300); \
         return [...picture.svg.querySelectorAll('.token')].map((token) => \
           [token.querySelectorAll('path').length, token.textContent, getComputedStyle(token.querySelector('text')).opacity]);",
    );
    assert_eq!(drawn, json!([[1, "K", "0"], [1, "B", "0"], [1, "R", "0"], [1, "7", "1"]]));
}

#[test]
fn a_piece_does_not_cover_the_count_of_its_cell() {
    require!(BROWSER);
    let page = Page::open();
    for board in ["K . 1\\n", "{\\\"colour\\\": \\\"red\\\", \\\"pieces\\\": [[0,0]], \\\"blocks\\\": []}"] {
        let script = format!(
            "const picture = new BoardPicture(await scene(\"{board}\"), 'counts'); await show(picture, 500, 450); \
             picture.update({{ look: (i) => ({{ fill: '#fff', ink: '#000', text: '123' }}) }}); \
             const i = picture.scene.tiles.findIndex(({{ token }}) => token); \
             const [tile, token] = [picture.tiles[i], picture.svg.querySelector('.token')].map((node) => node.getBoundingClientRect()); \
             const count = picture.svg.querySelector('.token + .mark'); \
             const baseline = new DOMPoint(0, Number(count.getAttribute('y'))).matrixTransform(picture.svg.getScreenCTM()).y; \
             const height = Number(count.getAttribute('font-size')) * picture.svg.getScreenCTM().a * 0.7; \
             return [count.textContent, token.bottom <= baseline - height + 1, token.top >= tile.top, baseline <= tile.bottom];"
        );
        assert_eq!(draw(&page, &script), json!(["123", true, true, true]), "{board}");
    }
}

#[test]
fn text_is_readable_or_left_out() {
    require!(BROWSER);
    let page = Page::open();
    page.resize(1280, 720);
    let squares =
        "('. '.repeat(15) + '.\\n').repeat(14) + 'K' + ' .'.repeat(15) + '\\n' + '1' + ' .'.repeat(15) + '\\n'";
    let hexagon = "JSON.stringify({ colour: 'red', radius: 6, pieces: [[0, 0]], blocks: [] })";
    for (board, tiles) in [(squares, 256), (hexagon, 127)] {
        // A large board, one of two boards side by side, and a thumbnail.
        for (width, height, marks) in [(760, 560, true), (600, 440, true), (160, 120, false)] {
            let script = format!(
                "const picture = new BoardPicture(await scene({board}), 'text'); await show(picture, {width}, {height}); \
                 picture.update({{ look: (i) => ({{ fill: '#fff', ink: '#000', text: String(i % 100) }}) }}); \
                 const scale = picture.svg.getScreenCTM().a; \
                 const shown = [...picture.svg.querySelectorAll('text:not(.spoken)')]; \
                 return [picture.tiles.length, Math.min(99, ...shown.map((text) => Number(text.getAttribute('font-size')) * scale)), \
                   picture.svg.querySelectorAll('.mark').length];"
            );
            let drawn = draw(&page, &script);
            let what = format!("{tiles} tiles, {width} × {height}: {drawn}");
            assert_eq!(drawn[0], tiles, "{what}");
            assert!(drawn[1].as_f64().unwrap() >= 13.9, "{what}");
            assert_eq!(drawn[2].as_i64().unwrap(), if marks { tiles } else { 0 }, "{what}");
        }
    }
}

#[test]
fn a_piece_glides_unless_the_system_asks_for_reduced_motion() {
    require!(BROWSER);
    let page = Page::open();
    let glides = "const picture = new BoardPicture(await scene('K . 1\\n'), 'glide'); await show(picture, 300, 200); \
         const [knight, , pawn] = picture.scene.tiles.map(({ token }) => token); \
         const durations = (update) => { picture.update(update); \
           return picture.svg.getAnimations({ subtree: true }).map(({ effect }) => effect.getTiming().duration); }; \
         return [durations({ tokens: [null, null, knight], glide: true }), durations({ tokens: [null, null, knight], glide: true }), \
           durations({ tokens: [knight, null, pawn] })];";
    assert_eq!(draw(&page, glides), json!([[150], [], []]));
    let features = json!({"features": [{"name": "prefers-reduced-motion", "value": "reduce"}]});
    page.protocol("Emulation.setEmulatedMedia", features);
    assert_eq!(draw(&page, glides), json!([[], [], []]));
}
