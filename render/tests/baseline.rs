//! What pictures are measured against draws what it should.

use std::error::Error;

#[path = "../benches/baseline.rs"]
mod baseline;

#[test]
fn every_board_is_drawn_as_large_as_for_players() -> Result<(), Box<dyn Error>> {
    for (setup, size) in
        [("abalone seats=6", (1024, 768)), ("abalone seats=2x2x2", (1508, 1132)), ("fliporona", (1024, 768))]
    {
        let mut any_game = rules::open(setup).map_err(|refusal| refusal.to_string())?;
        let before = image::load_from_memory(&baseline::png(&any_game.diagram()))?;
        assert_eq!((before.width(), before.height()), size, "{setup}");
        let (turns, _) = any_game.turns(1);
        any_game.play(&turns[0]).map_err(|refusal| refusal.to_string())?;
        assert!(
            before != image::load_from_memory(&baseline::png(&any_game.diagram()))?,
            "{setup}: a turn changes nothing"
        );
    }
    Ok(())
}
