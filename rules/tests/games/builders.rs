//! Rules and positions built in code equal those read from text.

use rules::board::hex::Cell;
use rules::games::abalone::{Abalone, Builder, PivotKind, Seating, TurnKind};
use rules::games::grand_abalone::Grand;
use rules::{Color, Refusable as _, Ruleset as _};

fn cell(text: &str) -> Cell {
    text.parse().expect("a cell")
}

#[test]
fn built_rules_have_the_setup_line_of_their_options() {
    let standard = Abalone::builder;
    for (built, setup) in [
        (standard(), "abalone"),
        (standard().layout("Belgian-Daisy").target(4).sprint(25), "abalone layout=belgian-daisy target=4 sprint=25"),
        (standard().handicap(Color::White, 2).turn(TurnKind::OwnFoe), "abalone handicap=white:2 turn=own-foe"),
        (standard().obstacles([cell("e5"), cell("d4")]).holes([cell("f6")]), "abalone obstacles=d4+e5 holes=f6"),
        (standard().pivot(cell("e5"), PivotKind::Fixed).ball(cell("e4")), "abalone pivot=e5:fixed ball=e4"),
        (standard().triangles().one_color(), "abalone triangles=on colors=one"),
        (standard().crown([cell("b2"), cell("b3"), cell("c3")]), "abalone crown=b2+b3+c3"),
        (standard().seats(Seating::Four), "abalone seats=4"),
        (standard().placement(), "abalone placement=on"),
    ] {
        let rules = built.build().expect(setup);
        assert_eq!(rules.setup(), setup);
        assert_eq!(setup.parse(), Ok(rules));
    }
    let random = standard().random(11).build().expect("a random layout");
    assert_eq!("abalone layout=random seed=11".parse(), Ok(random));
    let grand = Builder::<Grand>::new().target(7).build().expect("a target");
    assert_eq!(grand.setup(), "grand-abalone target=7");
}

#[test]
fn contradicting_options_are_refused_when_they_are_built() {
    let code = |built: Builder| built.build().expect_err("a contradiction").refusal().code;
    assert_eq!(code(Abalone::builder().target(14)), "bad-value");
    assert_eq!(code(Abalone::builder().seats(Seating::Three).turn(TurnKind::Mixed)), "needs-two");
    assert_eq!(code(Abalone::builder().layout("belgian-daisy").placement()), "contradiction");
}

#[test]
fn built_positions_are_checked() {
    let rules =
        Abalone::builder().holes([cell("e5")]).ball(cell("e6")).layout("belgian-daisy").build().expect("options");
    let board = || rules.empty_board().marbles(Color::Black, [cell("a1")]).marbles(Color::White, [cell("i9")]);
    let position = board().ball(cell("c3")).to_move(Color::White).ply(3).plies_since_ejection(2).build();
    let line = "4w/6/7/8/4o4/8/2n4/6/b4 w 0-0 3 ball=c3 calm=2";
    assert_eq!(position, Ok(rules.read_position(line).expect(line)));
    for (built, problem) in [
        (board(), "the position line ends before its ball"),
        (board().ball(cell("a1")), "a1 is not free"),
        (board().ball(cell("e5")), "e5 is not free"),
        (board().ball(cell("k11")), "k11 is not free"),
        (board().ball(cell("c3")).pivot(cell("c4")), "the neutral marbles of the position are not those of the setup"),
        (board().ball(cell("c3")).marbles(Color::Red, [cell("b1")]), "that is a position of another setup"),
    ] {
        assert_eq!(built.build().expect_err(problem).to_string(), problem);
    }
}
