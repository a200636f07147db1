//! Tie-breaks by examples that can be verified by hand, and by the results of the TieBreakServer of FIDE's technical
//! commission.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use pairing::standings::{Edition, Standing, TieBreak, Unplayed, standings};
use pairing::{Bye, Game, Outcome, StartNumber, Tournament};

use super::agreement::read;
use super::random::entry_list;

const SWISS: Unplayed = Unplayed::Swiss(Edition::Of2026);

const SWISS_OF_2024: Unplayed = Unplayed::Swiss(Edition::Of2024);

fn game(text: &str) -> Game {
    let (pair, result) = text.split_once(' ').expect("a pair and a result");
    let (white, black) = pair.split_once('-').expect("two numbers");
    let number = |text: &str| StartNumber(text.parse().expect("a number"));
    let outcome = match result {
        "1-0" => Outcome::WhiteWins,
        "0-1" => Outcome::BlackWins,
        "=" => Outcome::Draw,
        "+-" => Outcome::BlackForfeits,
        "-+" => Outcome::WhiteForfeits,
        other => panic!("{other}"),
    };
    Game::new(number(white), number(black), outcome)
}

/// A round per line: games, and byes such as `4 H`.
fn played(players: usize, rounds: &[&str]) -> Tournament {
    let mut tournament = entry_list(players, rounds.len() as u16);
    for (round, line) in (1..).zip(rounds) {
        let (byes, games): (Vec<_>, Vec<_>) =
            line.split(", ").partition(|entry| !entry.contains('-') && !entry.contains('='));
        let mut allocated = None;
        for bye in byes {
            let (number, letter) = bye.split_once(' ').expect("a number and a letter");
            let number = StartNumber(number.parse().expect("a number"));
            match letter {
                "U" => allocated = Some(number),
                "H" => tournament.grant_bye(number, round, Bye::HalfPoint).expect("ahead"),
                _ => tournament.grant_bye(number, round, Bye::ZeroPoint).expect("ahead"),
            }
        }
        tournament.record_round(games.into_iter().map(game), allocated).expect("a round");
    }
    tournament
}

fn column(tournament: &Tournament, tie_break: TieBreak, unplayed: Unplayed) -> Vec<String> {
    let mut table = standings(tournament, &[tie_break], unplayed);
    table.sort_by_key(|standing| standing.number);
    table
        .iter()
        .map(|standing| standing.tie_breaks[0].value.map_or("-".to_owned(), |value| value.to_string()))
        .collect()
}

fn places(table: &[Standing]) -> Vec<(usize, u16)> {
    table.iter().map(|standing| (standing.place, standing.number.0)).collect()
}

#[test]
fn four_players_who_have_all_met_can_be_counted_by_hand() {
    // Points: 2½, 2, 1, ½.
    let tournament = played(4, &["1-3 1-0, 2-4 =", "2-1 =, 3-4 1-0", "4-1 0-1, 2-3 1-0"]);
    for (tie_break, values) in [
        (TieBreak::Buchholz, ["3.5", "4", "5", "5.5"]),
        (TieBreak::BuchholzCut1, ["3", "3.5", "4.5", "4.5"]),
        // 1 + 2·½ + ½; ½·½ + 2½·½ + 1; ½; 2·½.
        (TieBreak::SonnebornBerger, ["2.5", "2.5", "0.5", "1"]),
        (TieBreak::Wins, ["2", "1", "1", "0"]),
        (TieBreak::Seed, ["1", "2", "3", "4"]),
        (TieBreak::DirectEncounter, ["-", "-", "-", "-"]),
    ] {
        assert_eq!(column(&tournament, tie_break, SWISS), values, "{tie_break}");
    }
}

#[test]
fn rounds_without_a_game_count_as_the_handbook_says() {
    // Points: 2½, 1½, 1, 0, 1½.
    let tournament = played(5, &["1-3 1-0, 2-4 +-, 5 U", "5-1 =, 2 H, 3 Z, 4 Z", "1-5 1-0, 3-2 1-0, 4 Z"]);
    let score = |number| tournament.score(StartNumber(number)).0;
    assert_eq!([1, 2, 3, 4, 5].map(score), [5, 3, 2, 0, 3]);
    // 1 met 3, and 5 twice. 2 has its own points twice (a win without a game, an absence), and met 3. 3 met 1 and 2,
    // and was absent. 5 has its own points for the bye, and met 1 twice. 4 came to no round.
    let buchholz = column(&tournament, TieBreak::Buchholz, SWISS_OF_2024);
    assert_eq!(buchholz, ["4", "4", "5", "0", "6.5"]);
    // The round that 2 and 3 missed is cut first, though another opponent of 2 is worth less.
    let cut = column(&tournament, TieBreak::BuchholzCut1, SWISS_OF_2024);
    assert_eq!(cut, ["3", "2.5", "4", "0", "5"]);
    // In 2026, 2's win without a game counts as the point that 4 has as an opponent (two byes as draws), and not as
    // 2's own 1½ points.
    let buchholz = column(&tournament, TieBreak::Buchholz, SWISS);
    assert_eq!(buchholz, ["4", "3.5", "5", "0", "6.5"]);

    // Opponents of a player who has left for good: 4 has 1 point, and its two missed rounds count as draws.
    let tournament = played(4, &["1-3 1-0, 4-2 1-0", "1-2 1-0, 3 Z, 4 Z", "2-3 =, 1 U, 4 Z"]);
    let table = standings(&tournament, &[TieBreak::Buchholz], SWISS);
    let of_2 = table.iter().find(|standing| standing.number.0 == 2).expect("player 2");
    let terms: Vec<_> = of_2.tie_breaks[0]
        .terms
        .iter()
        .map(|term| (term.round, term.opponent.map(|it| it.0), term.value.to_string()))
        .collect();
    let term = |round, opponent, value: &str| (round, Some(opponent), value.to_owned());
    assert_eq!(terms, [term(1, 4, "2"), term(2, 1, "3"), term(3, 3, "0.5")]);
}

#[test]
fn the_edition_of_2026_limits_a_round_without_a_game() {
    // Points: 2, 2, 1½, 2, 1½. Half a point for each of three rounds is 1½, so the bye of 2 counts no more.
    let tournament = played(5, &["1-3 1-0, 4-2 =, 5 U", "2-1 =, 5-4 0-1, 3 U", "1-4 =, 3-5 =, 2 U"]);
    for (edition, buchholz, cut, sonneborn_berger, table) in [
        (
            Edition::Of2024,
            ["5.5", "6", "5", "5.5", "5"],
            ["4", "4", "3.5", "4", "3.5"],
            ["3.5", "4", "2.25", "3.5", "2.25"],
            [(1, 2), (2, 1), (2, 4), (4, 3), (4, 5)],
        ),
        (
            Edition::Of2026,
            ["5.5", "5.5", "5", "5.5", "5"],
            ["4", "4", "3.5", "4", "3.5"],
            ["3.5", "3.5", "2.25", "3.5", "2.25"],
            [(1, 1), (1, 2), (1, 4), (4, 3), (4, 5)],
        ),
    ] {
        let unplayed = Unplayed::Swiss(edition);
        assert_eq!(column(&tournament, TieBreak::Buchholz, unplayed), buchholz, "{edition}");
        assert_eq!(column(&tournament, TieBreak::BuchholzCut1, unplayed), cut, "{edition}");
        assert_eq!(column(&tournament, TieBreak::SonnebornBerger, unplayed), sonneborn_berger, "{edition}");
        let order = [TieBreak::BuchholzCut1, TieBreak::Buchholz, TieBreak::SonnebornBerger];
        assert_eq!(places(&standings(&tournament, &order, unplayed)), table, "{edition}");
    }
    // 1 wins without a game against 4, who has half a point: that round counts as ½, not as 1's own two points.
    let forfeit = played(4, &["1-4 +-, 2-3 1-0", "1-2 1-0, 3-4 ="]);
    assert_eq!(column(&forfeit, TieBreak::Buchholz, SWISS_OF_2024)[0], "3");
    assert_eq!(column(&forfeit, TieBreak::Buchholz, SWISS)[0], "1.5");
    // A player who loses without a game has less than half of the points, and nothing changes.
    assert_eq!(column(&forfeit, TieBreak::Buchholz, SWISS)[3], column(&forfeit, TieBreak::Buchholz, SWISS_OF_2024)[3]);
}

#[test]
fn in_a_round_robin_a_forfeit_is_a_game_and_rest_is_nothing() {
    let tournament = played(3, &["2-3 +-, 1 Z", "3-1 0-1, 2 Z", "1-2 =, 3 Z"]);
    assert_eq!(column(&tournament, TieBreak::SonnebornBerger, Unplayed::RoundRobin), ["0.75", "0.75", "0"]);
    assert_eq!(column(&tournament, TieBreak::Buchholz, Unplayed::RoundRobin), ["1.5", "1.5", "3"]);
}

#[test]
fn direct_encounter_decides_only_what_is_certain() {
    // 1, 2 and 3 have two points each; 1 beat 2, 2 beat 3, and 1 has not met 3.
    let open = played(6, &["1-2 1-0, 3-4 1-0, 5-6 =", "2-3 1-0, 5-1 1-0, 4-6 =", "6-3 0-1, 1-4 1-0, 2-5 1-0"]);
    let table = standings(&open, &[TieBreak::DirectEncounter], SWISS);
    assert_eq!(places(&table)[..3], [(1, 1), (1, 2), (1, 3)], "3 could have beaten 1");
    // Now 1 has beaten both, and is first whatever the missing game brings.
    let certain = played(6, &["1-2 1-0, 3-4 1-0, 5-6 =", "1-3 1-0, 2-6 1-0, 4-5 1-0", "6-1 1-0, 2-4 1-0, 3-5 1-0"]);
    let table = standings(&certain, &[TieBreak::DirectEncounter], SWISS);
    assert_eq!(places(&table)[..3], [(1, 1), (2, 2), (2, 3)]);
    assert_eq!(table[0].tie_breaks[0].value.map(|value| value.to_string()), Some("2".to_owned()));
    // Three who have beaten each other in a circle stay tied, and the next tie-break decides.
    let circle = played(4, &["1-2 1-0, 3-4 1-0", "2-3 1-0, 1-4 1-0", "3-1 1-0, 2-4 1-0"]);
    let table = standings(&circle, &[TieBreak::DirectEncounter, TieBreak::Seed], SWISS);
    assert_eq!(places(&table), [(1, 1), (2, 2), (3, 3), (4, 4)]);
    let table = standings(&circle, &[TieBreak::DirectEncounter], SWISS);
    assert_eq!(places(&table), [(1, 1), (1, 2), (1, 3), (4, 4)], "places are shared");
}

#[test]
fn marbles_are_counted_from_both_sides_of_the_board() {
    let mut tournament = entry_list(2, 2);
    let lost = Game { marbles: -4, ..game("1-2 0-1") };
    let won = Game { marbles: -6, ..game("2-1 0-1") };
    let mut forfeit = tournament.clone();
    tournament.record_round([lost], None).expect("a round");
    tournament.record_round([won], None).expect("a round");
    assert_eq!(column(&tournament, TieBreak::Marbles, SWISS), ["2", "-2"]);
    forfeit.record_round([Game { marbles: 6, ..game("1-2 +-") }], None).expect("a round");
    assert_eq!(column(&forfeit, TieBreak::Marbles, SWISS), ["0", "0"], "no game, no marbles");
}

#[test]
fn names_of_tie_breaks_read_back() {
    for tie_break in TieBreak::all() {
        assert_eq!(tie_break.to_string().parse(), Ok(tie_break));
    }
    assert_eq!("bucholz".parse::<TieBreak>().expect_err("misspelt").to_string(), "`bucholz` is no tie-break");
}

#[test]
fn editions_read_back() {
    for edition in Edition::all() {
        assert_eq!(edition.to_string().parse(), Ok(edition));
    }
    let problem = "2025".parse::<Edition>().expect_err("there was none").to_string();
    assert_eq!(problem, "`2025` is no edition of C.07; there are 2024 and 2026");
    assert_eq!(Edition::default(), Edition::Of2026, "in force");
}

#[test]
fn tournaments_are_ranked_as_by_the_tie_break_server() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    let mut compared = 0;
    let mut changed = 0;
    for entry in fs::read_dir(folder).expect("the folder of reports") {
        let path = entry.expect("a file").path();
        if path.extension().is_none_or(|extension| extension != "standings") {
            continue;
        }
        let tournament = read(&path.with_extension("trf"));
        let by_number = |tie_breaks: &[TieBreak], unplayed| -> HashMap<u16, Standing> {
            standings(&tournament, tie_breaks, unplayed).into_iter().map(|it| (it.number.0, it)).collect()
        };
        let columns = [TieBreak::Buchholz, TieBreak::BuchholzCut1, TieBreak::SonnebornBerger, TieBreak::Wins];
        let of_2024 = by_number(&columns, SWISS_OF_2024);
        let of_2026 = by_number(&columns[..3], SWISS);
        let others = [TieBreak::StandardPoints, TieBreak::Progressive, TieBreak::BlackWins, TieBreak::Performance];
        let others = by_number(&others, SWISS);
        let encounters = by_number(&[TieBreak::DirectEncounter], SWISS);
        for line in fs::read_to_string(&path).expect("standings").lines().skip(1) {
            let numbers: Vec<f64> = line.split('\t').map(|field| field.parse().expect("a number")).collect();
            let number = numbers[0] as u16;
            let values = |table: &HashMap<u16, Standing>| -> Vec<f64> {
                let values = table[&number].tie_breaks.iter();
                // Players without a game have no performance.
                values.map(|it| it.value.map_or(0.0, |value| value.0 as f64 / 4.0)).collect()
            };
            let (old, new) = (values(&of_2024), values(&of_2026));
            let mut counted = vec![f64::from(number), f64::from(of_2024[&number].score.0) / 2.0];
            counted.extend(&old);
            counted.push(encounters[&number].place as f64);
            counted.extend(&new);
            counted.extend(values(&others));
            assert_eq!(counted, numbers, "{}, player {number}", path.display());
            compared += 1;
            changed += usize::from(old[..3] != new);
        }
    }
    assert_eq!(compared, 522);
    assert!(changed > 100, "the editions differ: {changed}");
}
