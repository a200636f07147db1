//! Every setup and position that the rules allow can be drawn.

use std::error::Error;

use render::Orientation;

use crate::scenes;

const SETUPS: [&str; 22] = [
    "abalone",
    "abalone layout=belgian-daisy sprint=20",
    "abalone placement=on",
    "abalone handicap=black:3",
    "abalone target=13",
    "abalone turn=double",
    "abalone turn=mixed",
    "abalone obstacles=e5+d4",
    "abalone holes=d4+f6",
    "abalone pivot=e5:fixed triangles=on",
    "abalone ball=e5",
    "abalone crown=on",
    "abalone pivot=e5 holes=d4 obstacles=f6 crown=on",
    "abalone colors=one",
    "abalone seats=2x2",
    "abalone seats=2x2x2",
    "abalone seats=2x2x2 phase=counter placement=on",
    "abalone seats=3",
    "abalone seats=4",
    "abalone seats=6",
    "notalone",
    "fliporona",
];

#[test]
fn every_setup_is_drawn_from_its_first_turn_on() -> Result<(), Box<dyn Error>> {
    for setup in SETUPS {
        let mut any_game = rules::open(setup).map_err(|refusal| format!("{setup}: {refusal}"))?;
        let mut before = Vec::new();
        for turn in 0..60_usize {
            let orientation =
                if turn.is_multiple_of(2) { Orientation::BlackAtBottom } else { Orientation::WhiteAtBottom };
            if turn % 10 < 2 {
                let board = scenes::Board {
                    diagram: any_game.diagram(),
                    names: vec!["Ada"; 6],
                    orientation,
                    ..scenes::start()
                };
                let picture = scenes::open(&render::png(&board.scene()))?;
                assert!(picture != image::RgbImage::default() && picture.as_raw() != &before, "{setup}, turn {turn}");
                before = picture.into_raw();
            }
            let (turns, _) = any_game.turns(40);
            // Each time another legal turn.
            let Some(played) = turns.get(turn * 7 % turns.len().max(1)) else { break };
            any_game.play(played).map_err(|refusal| format!("{setup}: {played}: {refusal}"))?;
        }
    }
    Ok(())
}

#[test]
fn a_sprint_without_moves_left_shows_no_number() {
    let plain = scenes::start();
    let mut sprint = plain.clone();
    let picture = |moves: [u32; 2], board: &mut scenes::Board| {
        board.diagram.moves_left = Some(moves.to_vec());
        render::png(&board.scene())
    };
    assert!(picture([0, 0], &mut sprint) == render::png(&plain.scene()), "words say it");
    assert!(picture([0, 1], &mut sprint) != render::png(&plain.scene()));
}
