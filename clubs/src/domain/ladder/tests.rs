//! Scenarios: events as short text, and the table after them.

use games::domain::time_control::pace::DAY_MS;

use crate::domain::ladder::event::{LadderEventKind as Kind, RulesEdit};
use crate::domain::ladder::refusal::{Distance, LadderRefusal};
use crate::domain::ladder::rules::RulePreset;

use super::judging::tier;
use super::*;

const HOUR: i64 = DAY_MS / 24;

/// A ladder whose players are letters, and the events so far.
struct Club {
    ladder: Ladder,
    log: Vec<LadderEvent>,
    /// Hours since the start.
    hour: i64,
    changes: Vec<LadderChange>,
}

fn player(letter: char) -> UserId {
    UserId(u64::from(letter))
}

impl Club {
    fn new(preset: &str, settings: &[&str], players: &str) -> Self {
        let rules = LadderRules::of(preset.parse::<RulePreset>().expect("a preset"));
        let rules = rules.with(settings.iter().copied()).expect("parameters");
        let mut club = Self { ladder: Ladder::new(rules), log: Vec::new(), hour: 0, changes: Vec::new() };
        for letter in players.chars() {
            club.event(Kind::Join { player: player(letter), rating: None });
        }
        club
    }

    fn event(&mut self, kind: Kind) {
        let event = LadderEvent { at: Timestamp(self.hour * HOUR), kind };
        self.changes.extend(self.ladder.advance(event.at).into_iter().map(|timed| timed.change));
        self.changes.extend(self.ladder.apply(&event));
        self.log.push(event);
    }

    fn edit(&mut self, settings: &str) {
        let before = self.ladder.rules().clone();
        let rules = before.clone().with(settings.split_whitespace()).expect("parameters");
        self.event(Kind::Rules(Box::new(RulesEdit { before, rules })));
    }

    /// Challenges as in `C>A`, as game 1, 2, …; returns the refusal code or an empty string.
    fn challenge(&mut self, game: i64, pair: &str) -> &'static str {
        self.ladder.advance(Timestamp(self.hour * HOUR));
        let (challenger, defender) = pair.split_once('>').expect("X>Y");
        let [challenger, defender] = [challenger, defender].map(|name| player(name.chars().next().expect("a name")));
        match self.ladder.judge(challenger, defender, Timestamp(self.hour * HOUR)) {
            Ok(()) => {
                self.event(Kind::Challenge { game: GameId(game), challenger, defender });
                ""
            }
            Err(refusal) => refusal.code(),
        }
    }

    /// `how`: `+` the challenger wins, `-` loses, `=` draws; with `t` on time.
    fn result(&mut self, game: i64, how: &str) {
        let Some(open) = self.ladder.challenge(GameId(game)).cloned() else { panic!("game {game} is not open") };
        let winner = match how.as_bytes()[0] {
            b'+' => Some(open.challenger),
            b'-' => Some(open.defender),
            _ => None,
        };
        let how = if how.ends_with('t') { EndedBy::Time } else { EndedBy::Played };
        self.event(Kind::Result { game: GameId(game), winner, how });
    }

    fn table(&self) -> String {
        self.ladder.table().map(|standing| char::from_u32(standing.player.0 as u32).expect("a letter")).collect()
    }

    /// Players with their steps: `A3 B1`.
    fn steps(&self) -> String {
        let name = |standing: LadderPlace| format!("{}{}", char::from(standing.player.0 as u8), standing.step);
        self.ladder.table().map(name).collect::<Vec<_>>().join(" ")
    }
}

#[test]
fn each_preset_moves_players_as_its_table_says() {
    for (preset, pair, result, table) in [
        ("ogs", "D>B", "+", "ADBCE"),
        ("ogs", "D>B", "=", "ABCDE"),
        ("ogs", "D>B", "-", "ABCDE"),
        ("ogs", "D>B", "+t", "ADCE"),
        ("ogs", "D>B", "-t", "ABCE"),
        ("dragon", "D>B", "+", "ADBCE"),
        ("dragon", "D>B", "=", "ABDCE"),
        ("dragon", "C>B", "=", "ABCDE"),
        ("dragon", "D>B", "-", "ABCDE"),
        ("dragon", "D>B", "+t", "ACDBE"),
        ("dragon", "D>B", "-t", "ABCED"),
        ("leapfrog", "E>A", "+", "EABCD"),
        ("leapfrog", "E>A", "=", "ABCDE"),
        ("leapfrog", "E>A", "+t", "EABCD"),
        ("leapfrog", "E>A", "-t", "ABCDE"),
        ("swap", "D>A", "+", "DBCAE"),
        ("swap", "D>A", "-", "ABCDE"),
        ("swap", "D>A", "+t", "DBCAE"),
        ("pyramid", "E>B", "+", "AECDB"),
        ("pyramid", "B>C", "+", "ABCDE"),
    ] {
        let mut club = Club::new(preset, &[], "ABCDE");
        assert_eq!(club.challenge(1, pair), "", "{preset} {pair}");
        club.event(Kind::Accept { game: GameId(1) });
        club.result(1, result);
        assert_eq!(club.table(), table, "{preset} {pair} {result}");
    }
}

#[test]
fn stairs_count_steps_and_sort_by_who_came_first() {
    let mut club = Club::new("stairs", &[], "ABCD");
    club.challenge(1, "C>A");
    club.result(1, "+");
    assert_eq!(club.steps(), "C2 A1 B1 D1", "A stays on the ground");
    club.challenge(2, "B>C");
    club.result(2, "+");
    assert_eq!(club.steps(), "B2 A1 D1 C1", "B up to the step of C, C down and last of those there");
    club.challenge(3, "D>B");
    club.result(3, "-");
    assert_eq!(club.steps(), "B3 A1 D1 C1", "the defender goes up");
    assert_eq!(club.challenge(4, "A>B"), "too-high");
    assert_eq!(club.challenge(4, "B>A"), "lower");
    assert_eq!(club.challenge(4, "A>D"), "");
    club.result(4, "=");
    assert_eq!(club.steps(), "B3 A1 D1 C1");
}

#[test]
fn a_challenge_is_refused_with_a_code() {
    let mut club = Club::new("swap", &["out=2", "in=2"], "ABCDEF");
    assert_eq!(club.challenge(1, "A>A"), "self");
    assert_eq!(club.challenge(1, "Z>A"), "not-on-ladder");
    assert_eq!(club.challenge(1, "A>Z"), "not-on-ladder");
    assert_eq!(club.challenge(1, "A>B"), "lower");
    assert_eq!(club.challenge(1, "F>A"), "too-high");
    assert_eq!(
        club.ladder.judge(player('F'), player('A'), Timestamp(0)),
        Err(LadderRefusal::TooHigh { by: 5, reach: 3, unit: Distance::Places })
    );
    assert_eq!(club.challenge(1, "E>B"), "");
    assert_eq!(club.challenge(2, "E>B"), "already-playing");
    assert_eq!(club.challenge(2, "E>C"), "");
    assert_eq!(club.challenge(3, "E>D"), "out-limit");
    assert_eq!(club.challenge(3, "D>B"), "");
    assert_eq!(club.challenge(4, "C>B"), "in-limit");
    club.result(2, "+");
    assert_eq!(club.table(), "ABEDCF");
    assert_eq!(club.challenge(4, "C>E"), "too-soon");
    club.hour = 5 * 24 - 1;
    assert_eq!(club.challenge(4, "C>E"), "too-soon");
    club.hour = 5 * 24;
    club.event(Kind::Vacation { player: player('E'), until: Timestamp(200 * HOUR) });
    assert_eq!(club.challenge(4, "C>E"), "vacation");
    club.hour = 200;
    assert_eq!(club.challenge(4, "C>E"), "");
}

#[test]
fn silence_takes_effect_at_its_time() {
    for (preset, days, table) in [("leapfrog", 5, "CAB"), ("dragon", 5, "CAB"), ("swap", 3, "ABC")] {
        let mut club = Club::new(preset, &[], "ABC");
        club.challenge(1, "C>A");
        club.hour = days * 24 - 1;
        club.ladder.advance(Timestamp(club.hour * HOUR));
        assert!(club.ladder.challenge(GameId(1)).is_some(), "{preset}");
        club.hour += 1;
        club.event(Kind::Result { game: GameId(1), winner: Some(player('A')), how: EndedBy::Played });
        assert_eq!(club.table(), table, "{preset}: too late for an answer");
    }
    let mut club = Club::new("ogs", &[], "ABC");
    club.challenge(1, "C>A");
    assert_eq!(club.ladder.challenge(GameId(1)).expect("it is open").answer_by, None, "accepted at once");
    club.event(Kind::Decline { game: GameId(1) });
    assert!(club.ladder.challenge(GameId(1)).is_some(), "nobody can decline");
}

#[test]
fn a_game_that_the_defenders_vacation_pauses_uses_up_no_challenge() {
    for (settings, refusal) in [(&["out=1"][..], ""), (&["out=1", "paused=count"], "out-limit")] {
        let mut club = Club::new("ogs", settings, "ABCD");
        assert_eq!(club.challenge(1, "D>A"), "");
        assert_eq!(club.challenge(2, "D>B"), "out-limit");
        club.event(Kind::Vacation { player: player('D'), until: Timestamp(48 * HOUR) });
        assert_eq!(club.challenge(2, "D>B"), "out-limit", "one's own vacation is no reason");
        club.event(Kind::Vacation { player: player('A'), until: Timestamp(48 * HOUR) });
        assert_eq!(club.challenge(2, "D>B"), refusal, "{settings:?}");
        club.hour = 48;
        assert_eq!(club.challenge(3, "D>C"), "out-limit", "it goes on");
    }
}

#[test]
fn where_vacations_count_for_nothing_they_save_nobody_from_silence_or_inactivity() {
    for (pauses, table) in [("pauses=asked", "ABC"), ("pauses=none", "CAB")] {
        let mut club = Club::new("leapfrog", &[pauses], "ABC");
        club.challenge(1, "C>A");
        club.event(Kind::Vacation { player: player('A'), until: Timestamp(3 * DAY_MS) });
        club.hour = 5 * 24;
        club.ladder.advance(Timestamp(club.hour * HOUR));
        assert_eq!(club.table(), table, "{pauses}");
    }
    for (pauses, table) in [("pauses=asked", "ACB"), ("pauses=none", "CAB")] {
        let mut club = Club::new("leapfrog", &[pauses, "idle=7d"], "AB");
        club.hour = 24;
        club.event(Kind::Join { player: player('C'), rating: None });
        club.event(Kind::Vacation { player: player('A'), until: Timestamp(4 * DAY_MS) });
        // A and B are idle after seven days; A's vacation adds three.
        club.hour = 7 * 24;
        club.ladder.advance(Timestamp(club.hour * HOUR));
        assert_eq!(club.table(), table, "{pauses}");
    }
    // Nobody can be challenged during a vacation that counts.
    for (pauses, said) in [("pauses=all", "vacation"), ("pauses=asked", "vacation"), ("pauses=none", "")] {
        let mut club = Club::new("leapfrog", &[pauses], "AB");
        club.event(Kind::Vacation { player: player('A'), until: Timestamp(3 * DAY_MS) });
        assert_eq!(club.challenge(1, "B>A"), said, "{pauses}");
    }
    // After a rules edit, a running vacation counts again.
    let mut club = Club::new("leapfrog", &["pauses=none"], "AB");
    club.event(Kind::Vacation { player: player('A'), until: Timestamp(3 * DAY_MS) });
    club.edit("pauses=asked");
    assert_eq!(club.challenge(1, "B>A"), "vacation");
}

#[test]
fn declining_means_what_silence_means() {
    for (preset, table) in [("leapfrog", "CAB"), ("swap", "ABC")] {
        let mut club = Club::new(preset, &[], "ABC");
        club.challenge(1, "C>A");
        club.event(Kind::Decline { game: GameId(1) });
        assert_eq!((club.table().as_str(), club.ladder.challenges().count()), (table, 0), "{preset}");
    }
    let mut club = Club::new("leapfrog", &[], "ABC");
    club.challenge(1, "C>A");
    club.event(Kind::Accept { game: GameId(1) });
    club.event(Kind::Decline { game: GameId(1) });
    assert_eq!(club.table(), "ABC", "an accepted game is not declined");
}

#[test]
fn crossing_games_are_decided_by_where_both_stand_at_the_end() {
    let mut club = Club::new("leapfrog", &["out=2", "in=2"], "ABCD");
    club.challenge(1, "D>B");
    club.challenge(2, "C>A");
    club.result(2, "+");
    assert_eq!(club.table(), "CABD");
    club.result(1, "+");
    assert_eq!(club.table(), "CADB", "the place of B now, not when D challenged");
    let mut club = Club::new("leapfrog", &["out=2", "in=2", "decided=challenge"], "ABCD");
    club.challenge(1, "D>B");
    club.challenge(2, "C>A");
    club.result(2, "+");
    club.result(1, "+");
    assert_eq!(club.table(), "CDAB", "second place, for which D has played");
    // A winner who already stands higher does not move.
    let mut club = Club::new("leapfrog", &["out=2", "in=2"], "ABCD");
    club.challenge(1, "C>B");
    club.challenge(2, "C>A");
    club.result(2, "+");
    club.result(1, "+");
    assert_eq!(club.table(), "CABD");
}

#[test]
fn leaving_closes_the_gap_and_ends_open_games_without_effect() {
    let mut club = Club::new("leapfrog", &["out=2", "in=2"], "ABCD");
    club.challenge(1, "D>B");
    club.challenge(2, "C>B");
    club.event(Kind::Leave { player: player('B') });
    assert_eq!((club.table().as_str(), club.ladder.challenges().count()), ("ACD", 0));
    club.event(Kind::Result { game: GameId(1), winner: Some(player('D')), how: EndedBy::Played });
    assert_eq!(club.table(), "ACD");
    club.event(Kind::Join { player: player('B'), rating: None });
    assert_eq!(club.table(), "ACDB", "who comes back is last");
    assert_eq!(club.ladder.next_timer(), None);
}

#[test]
fn an_open_challenge_keeps_the_meaning_of_its_silence() {
    let mut club = Club::new("swap", &[], "ABCD");
    club.challenge(1, "D>A");
    club.hour = 48;
    club.edit("silence=forfeited");
    club.ladder.advance(Timestamp(3 * DAY_MS));
    assert_eq!(club.table(), "ABCD", "it was made where silence declines");
}

#[test]
fn rules_that_are_edited_are_a_part_of_what_happened() {
    let mut club = Club::new("swap", &[], "ABCDE");
    let began = club.ladder.rules().clone();
    club.challenge(1, "D>A");
    club.result(1, "+");
    club.hour = 24;
    club.edit("win=insert reach=4 idle=10d");
    assert_eq!(club.challenge(2, "E>D"), "", "four places up");
    club.result(2, "+");
    assert_eq!(club.table(), "EDBCA");
    club.hour = 11 * 24;
    club.edit("idle=20d");
    club.hour = 13 * 24;
    club.edit("win=swap");
    let mut replayed = Ladder::replay(Ladder::first_rules(&club.log, club.ladder.rules()).clone(), &club.log);
    assert_eq!((replayed.rules(), Ladder::first_rules(&club.log, &began)), (club.ladder.rules(), &began));
    for ladder in [&mut replayed, &mut club.ladder] {
        ladder.advance(Timestamp(40 * DAY_MS));
    }
    assert_eq!(replayed, club.ladder);
    let text = serde_json::to_string(&club.log).expect("JSON");
    assert_eq!(serde_json::from_str::<Vec<LadderEvent>>(&text).expect("events"), club.log);
}

#[test]
fn another_time_of_inactivity_counts_from_its_edit_or_the_end_of_a_vacation() {
    let mut club = Club::new("leapfrog", &["idle=10d"], "AB");
    club.hour = 24;
    club.event(Kind::Join { player: player('C'), rating: None });
    club.event(Kind::Vacation { player: player('A'), until: Timestamp(15 * DAY_MS) });
    club.hour = 9 * 24;
    club.edit("idle=5d");
    club.ladder.advance(Timestamp(14 * DAY_MS - 1));
    assert_eq!(club.table(), "ABC");
    club.ladder.advance(Timestamp(20 * DAY_MS - 1));
    assert_eq!(club.table(), "ABC", "B and C are inactive together, A is on vacation until the fifteenth");
    club.ladder.advance(Timestamp(20 * DAY_MS));
    assert_eq!(club.table(), "BAC");
}

#[test]
fn time_that_is_given_back_is_time_to_answer() {
    let mut club = Club::new("leapfrog", &[], "ABC");
    club.challenge(1, "C>A");
    club.hour = 24;
    club.event(Kind::Postpone { game: GameId(1), until: Timestamp(6 * DAY_MS) });
    club.event(Kind::Postpone { game: GameId(1), until: Timestamp(2 * DAY_MS) });
    assert_eq!(club.ladder.next_timer(), Some(Timestamp(6 * DAY_MS)), "never less than it was");
    club.event(Kind::Vacation { player: player('A'), until: Timestamp(3 * DAY_MS) });
    assert_eq!(club.ladder.next_timer(), Some(Timestamp(8 * DAY_MS)));
    club.event(Kind::Accept { game: GameId(1) });
    club.event(Kind::Postpone { game: GameId(1), until: Timestamp(9 * DAY_MS) });
    assert_eq!(club.ladder.next_timer(), None, "an answered challenge waits for nothing");
}

#[test]
fn a_forfeit_is_not_called_a_win() {
    let reasons = |club: &Club| -> Vec<Reason> {
        let games = club.changes.iter().filter(|change| change.from.is_some());
        games.map(|change| change.reason).collect()
    };
    let mut club = Club::new("pyramid", &[], "ABC");
    club.challenge(1, "C>A");
    club.event(Kind::Decline { game: GameId(1) });
    assert_eq!(reasons(&club), [Reason::WonByForfeit, Reason::Forfeited]);
    let mut club = Club::new("swap", &[], "ABC");
    club.challenge(1, "C>A");
    club.result(1, "+t");
    assert_eq!(reasons(&club), [Reason::WonOnTime, Reason::TimedOut]);
    let mut club = Club::new("leapfrog", &[], "ABC");
    club.challenge(1, "C>A");
    club.hour = 5 * 24;
    club.event(Kind::Join { player: player('D'), rating: None });
    assert_eq!(reasons(&club), [Reason::WonByForfeit]);
}

#[test]
fn an_annulled_game_is_undone_and_the_others_are_not_judged_anew() {
    let mut club = Club::new("swap", &[], "ABCDEF");
    club.challenge(1, "D>A");
    club.result(1, "+");
    assert_eq!(club.table(), "DBCAEF");
    // Without game 1, A is too high for E.
    assert_eq!(club.challenge(2, "E>A"), "");
    club.log.push(LadderEvent { at: Timestamp(0), kind: Kind::Annul { game: GameId(1) } });
    club.ladder = Ladder::replay(club.ladder.rules().clone(), &club.log);
    assert_eq!(club.table(), "ABCDEF");
    club.result(2, "+");
    assert_eq!(club.table(), "EBCDAF");
    assert_eq!(club.challenge(3, "D>A"), "lower");
    assert_eq!(club.challenge(3, "D>B"), "", "the annulled game counts for no pause");
}

#[test]
fn a_first_challenge_that_is_annulled_leaves_the_next_one_free() {
    let mut club = Club::new("swap", &["first=free"], "ABCDEFGH");
    assert_eq!(club.challenge(1, "H>A"), "");
    club.event(Kind::Annul { game: GameId(1) });
    assert_eq!(club.ladder, Ladder::replay(club.ladder.rules().clone(), &club.log));
    assert_eq!(club.challenge(2, "H>A"), "");
}

#[test]
fn inactive_players_go_down_one_place_for_each_period() {
    let mut club = Club::new("leapfrog", &["idle=30d"], "ABCD");
    club.event(Kind::Vacation { player: player('A'), until: Timestamp(1000 * DAY_MS) });
    club.hour = 29 * 24;
    club.challenge(1, "C>B");
    club.result(1, "-");
    club.challenge(2, "D>C");
    club.result(2, "-");
    club.ladder.advance(Timestamp(58 * DAY_MS));
    assert_eq!(club.table(), "ABCD", "A is on vacation, the others have played");
    club.ladder.advance(Timestamp(59 * DAY_MS));
    assert_eq!(club.table(), "ABCD", "B, C and D are inactive together");
    let mut club = Club::new("leapfrog", &["idle=30d"], "ABC");
    club.hour = 24;
    club.event(Kind::Join { player: player('D'), rating: None });
    club.ladder.advance(Timestamp(30 * DAY_MS));
    assert_eq!(club.table(), "DABC", "D joined later and passes the three");
    club.ladder.advance(Timestamp(31 * DAY_MS));
    assert_eq!(club.table(), "ADBC");
    let mut club = Club::new("stairs", &["idle=10d"], "AB");
    club.challenge(1, "A>B");
    club.result(1, "+");
    assert_eq!(club.steps(), "A2 B1");
    club.ladder.advance(Timestamp(10 * DAY_MS));
    assert_eq!(club.steps(), "B1 A1");
}

#[test]
fn reach_is_the_best_of_its_parts() {
    // A to Z are 26 players; the best rating is last.
    let letters: String = ('A'..='Z').collect();
    let mut club = Club::new("ogs", &[], &letters);
    // Z: 10 places, 40 % of 25 are 10.
    assert_eq!((club.challenge(1, "Z>P"), club.challenge(2, "Z>O")), ("", "too-high"));
    club.event(Kind::Rating { player: player('Z'), rating: 1900.0 });
    // First by rating, so Z may challenge everybody.
    assert_eq!(club.challenge(2, "Z>A"), "");
    let mut club = Club::new("ogs", &["reach=40%"], &letters);
    // F has five above, 40 % of them are 2.
    assert_eq!((club.challenge(1, "F>D"), club.challenge(2, "F>C")), ("", "too-high"));
    // G has six: 2.4, rounded up.
    assert_eq!((club.challenge(3, "G>D"), club.challenge(4, "G>C")), ("", "too-high"));
    let mut club = Club::new("swap", &["first=free"], &letters);
    assert_eq!(club.challenge(1, "Z>A"), "", "the first challenge goes anywhere");
    club.result(1, "-");
    assert_eq!(club.challenge(2, "Z>B"), "too-high");
}

#[test]
fn tiers_hold_one_two_three_players() {
    let tiers: Vec<usize> = (1..=10).map(tier).collect();
    assert_eq!(tiers, [1, 2, 2, 3, 3, 3, 4, 4, 4, 4]);
    assert_eq!((tier(5050), tier(5051)), (100, 101));
}
