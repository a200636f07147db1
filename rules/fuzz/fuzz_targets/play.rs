//! Bytes choose legal moves; whatever they choose, the promises of a game hold.
#![no_main]

use libfuzzer_sys::fuzz_target;

/// Setups beside every layout.
const OPTIONS: [&str; 12] = [
    "placement=on handicap=white:3",
    "turn=double target=2",
    "turn=own-foe holes=e5",
    "turn=foe-own obstacles=d5+f5 ball=e6",
    "turn=mixed pivot=e5:fixed triangles=on",
    "layout=random seed=7 sprint=20",
    "crown=on target=3",
    "seats=2x2",
    "seats=3 target=2 sprint=20",
    "seats=4 triangles=on",
    "seats=6 target=1",
    "layout=custom board=1www1/6/1b3b1/8/9/8/1w3w1/6/1bbb1 target=5",
];

fuzz_target!(|bytes: &[u8]| {
    let Some((&first, choices)) = bytes.split_first() else { return };
    let layouts = rules::games::abalone::layouts().iter().map(|layout| format!("layout={}", layout.name));
    let setups: Vec<String> = layouts.chain(OPTIONS.map(str::to_owned)).collect();
    let Ok(mut game) = rules::open(&format!("abalone {}", setups[usize::from(first) % setups.len()])) else { return };
    let marbles = |game: &dyn rules::AnyGame| {
        let sides = game.diagram().sides;
        sides.iter().map(|side| u32::from(side.on_board) + u32::from(side.in_hand) + u32::from(side.ejected)).sum::<u32>()
    };
    let at_start = marbles(game.as_ref());
    for &choice in choices {
        let (turns, _) = game.turns(usize::from(choice) + 1);
        assert_eq!(turns.is_empty(), game.outcome().is_some());
        assert_eq!(turns.is_empty(), game.to_move().is_none());
        assert_eq!(marbles(game.as_ref()), at_start);
        let Some(text) = turns.last() else { return };
        assert_eq!(game.play(text).as_ref(), Ok(text));
    }
});
