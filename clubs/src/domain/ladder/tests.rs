//! Scenarios: events as short text, and the table after them.

use games::domain::time_control::pace::DAY_MS;

use crate::domain::ladder::event::{LadderEventKind as Kind, RulesEdit};
use crate::domain::ladder::refusal::{Distance, LadderRefusal};
use crate::domain::ladder::rules::RulePreset;

use super::judging::tier;
use super::*;

/// Each line is a preset with its parameters, its players from the top, and what happens.
///
/// - `C>A`: a challenge, of game 1, 2 and so on; `C>A!self`: the code of its refusal
/// - `1+`, `1-`, `1=`: the challenger of game 1 wins, loses or draws; `1+t`, `1-t`: on time
/// - `1:accept`, `1:decline`, `1:annul`; `1:undo`: annulled, and everything replayed; `1:give:6d`: time to answer until then
/// - `@5d`, `@119h`: a time; `@5d-`: a millisecond before
/// - `join:D`, `leave:B`, `away:A:48h`, `rate:Z:1900`, `rules:idle=5d,win=swap`
/// - `=CAB`: the table; `steps=C2,A1,B1`; `open=1`: the number of challenges; `due=6d`: the next timer
const SCENARIOS: &str = "
# Each preset moves players as its table says.
ogs ABCDE  D>B 1:accept 1+ =ADBCE
ogs ABCDE  D>B 1:accept 1= =ABCDE
ogs ABCDE  D>B 1:accept 1- =ABCDE
ogs ABCDE  D>B 1:accept 1+t =ADCE
ogs ABCDE  D>B 1:accept 1-t =ABCE
dragon ABCDE  D>B 1:accept 1+ =ADBCE
dragon ABCDE  D>B 1:accept 1= =ABDCE
dragon ABCDE  C>B 1:accept 1= =ABCDE
dragon ABCDE  D>B 1:accept 1- =ABCDE
dragon ABCDE  D>B 1:accept 1+t =ACDBE
dragon ABCDE  D>B 1:accept 1-t =ABCED
leapfrog ABCDE  E>A 1:accept 1+ =EABCD
leapfrog ABCDE  E>A 1:accept 1= =ABCDE
leapfrog ABCDE  E>A 1:accept 1+t =EABCD
leapfrog ABCDE  E>A 1:accept 1-t =ABCDE
swap ABCDE  D>A 1:accept 1+ =DBCAE
swap ABCDE  D>A 1:accept 1- =ABCDE
swap ABCDE  D>A 1:accept 1+t =DBCAE
pyramid ABCDE  E>B 1:accept 1+ =AECDB
pyramid ABCDE  B>C 1:accept 1+ =ABCDE

# A stays on the ground; B goes up to the step of C, C down and last of those there; a defender goes up.
stairs ABCD  C>A 1+ steps=C2,A1,B1,D1 B>C 2+ steps=B2,A1,D1,C1 D>B 3- steps=B3,A1,D1,C1 A>B!too-high B>A!lower A>D 4= steps=B3,A1,D1,C1

# A challenge is refused with a code.
swap,out=2,in=2 ABCDEF  A>A!self Z>A!not-on-ladder A>Z!not-on-ladder A>B!lower F>A!too-high E>B E>B!already-playing E>C E>D!out-limit D>B C>B!in-limit 2+ =ABEDCF C>E!too-soon @119h C>E!too-soon @5d away:E:200h C>E!vacation @200h C>E

# Reach is the best of its parts: 10 places, 40 % of 25 are 10; the first by rating may challenge everybody.
ogs A-Z  Z>P Z>O!too-high rate:Z:1900 Z>A
# F has five above, 40 % of them are 2; G has six: 2.4, rounded up.
ogs,reach=40% A-Z  F>D F>C!too-high G>D G>C!too-high
swap,first=free A-Z  Z>A 1- Z>B!too-high

# Silence takes effect at its time, and an answer comes too late.
leapfrog ABC  C>A @119h open=1 @5d 1- =CAB
dragon ABC  C>A @119h open=1 @5d 1- =CAB
swap ABC  C>A @71h open=1 @3d 1- =ABC
# Accepted at once, so nobody can decline.
ogs ABC  C>A due=never 1:decline open=1
# Declining means what silence means; an accepted game is not declined.
leapfrog ABC  C>A 1:decline =CAB open=0
swap ABC  C>A 1:decline =ABC open=0
leapfrog ABC  C>A 1:accept 1:decline =ABC
# An open challenge keeps the meaning of its silence.
swap ABCD  D>A @48h rules:silence=forfeited @3d =ABCD
# Time that is given back is time to answer, never less than it was; an answered challenge waits for nothing.
leapfrog ABC  C>A @24h 1:give:6d 1:give:2d due=6d away:A:3d due=8d 1:accept 1:give:9d due=never

# A game that the defender's vacation pauses uses up no challenge; one's own vacation is no reason.
ogs,out=1 ABCD  D>A D>B!out-limit away:D:48h D>B!out-limit away:A:48h D>B @48h D>C!out-limit
ogs,out=1,paused=count ABCD  D>A D>B!out-limit away:D:48h D>B!out-limit away:A:48h D>B!out-limit @48h D>C!out-limit
# Where vacations count for nothing, they save nobody from silence or inactivity.
leapfrog,pauses=asked ABC  C>A away:A:3d @5d =ABC
leapfrog,pauses=none ABC  C>A away:A:3d @5d =CAB
# A and B are idle after seven days; A's vacation adds three.
leapfrog,pauses=asked,idle=7d AB  @24h join:C away:A:4d @7d =ACB
leapfrog,pauses=none,idle=7d AB  @24h join:C away:A:4d @7d =CAB
# Nobody can be challenged during a vacation that counts. After an edit, a running vacation counts again.
leapfrog,pauses=all AB  away:A:3d B>A!vacation
leapfrog,pauses=asked AB  away:A:3d B>A!vacation
leapfrog,pauses=none AB  away:A:3d B>A
leapfrog,pauses=none AB  away:A:3d rules:pauses=asked B>A!vacation

# Crossing games are decided by where both stand at the end: the place of B now, not when D challenged.
leapfrog,out=2,in=2 ABCD  D>B C>A 2+ =CABD 1+ =CADB
# Or the second place, for which D has played.
leapfrog,out=2,in=2,decided=challenge ABCD  D>B C>A 2+ 1+ =CDAB
# A winner who already stands higher does not move.
leapfrog,out=2,in=2 ABCD  C>B C>A 2+ 1+ =CABD
# Leaving closes the gap and ends open games without effect; who comes back is last.
leapfrog,out=2,in=2 ABCD  D>B C>B leave:B =ACD open=0 1+ =ACD join:B =ACDB due=never

# Inactive players go down one place for each period: A is on vacation, the others have played, then are idle together.
leapfrog,idle=30d ABCD  away:A:1000d @29d C>B 1- D>C 2- @58d =ABCD @59d =ABCD
# D joined later and passes the three.
leapfrog,idle=30d ABC  @24h join:D @30d =DABC @31d =ADBC
stairs,idle=10d AB  A>B 1+ steps=A2,B1 @10d steps=B1,A1
# Another time of inactivity counts from its edit, or the end of a vacation.
leapfrog,idle=10d AB  @24h join:C away:A:15d @9d rules:idle=5d @14d- =ABC @20d- =ABC @20d =BAC
# Rules that are edited are a part of what happened.
swap ABCDE  D>A 1+ @24h rules:win=insert,reach=4,idle=10d E>D 2+ =EDBCA @11d rules:idle=20d @13d rules:win=swap @40d

# An annulled game is undone, and counts for no pause; others are not judged anew: without game 1, A is too high for E.
swap ABCDEF  D>A 1+ =DBCAEF E>A 1:undo =ABCDEF 2+ =EBCDAF D>A!lower D>B
# A first challenge that is annulled leaves the next one free.
swap,first=free ABCDEFGH  H>A 1:annul H>A
";

/// A ladder whose players are letters, and the events so far.
struct Club {
    line: String,
    ladder: Ladder,
    log: Vec<LadderEvent>,
    now: i64,
    changes: Vec<LadderChange>,
    /// Challenger and defender of each game.
    games: Vec<(UserId, UserId)>,
}

fn player(letter: &str) -> UserId {
    UserId(letter.chars().next().expect("a letter").into())
}

/// `5d`, `119h`, and `5d-` for the last millisecond before it.
fn time(text: &str) -> i64 {
    let (text, before) = text.strip_suffix('-').map_or((text, 0), |text| (text, 1));
    let (number, unit) = text.split_at(text.len() - 1);
    number.parse::<i64>().expect("a number") * if unit == "d" { DAY_MS } else { DAY_MS / 24 } - before
}

impl Club {
    fn event(&mut self, kind: Kind) {
        let event = LadderEvent { at: Timestamp(self.now), kind };
        self.changes.extend(self.ladder.advance(event.at).into_iter().map(|timed| timed.change));
        self.changes.extend(self.ladder.apply(&event));
        self.log.push(event);
    }

    fn judge(&self, challenger: &str, defender: &str) -> Result<(), LadderRefusal> {
        self.ladder.judge(player(challenger), player(defender), Timestamp(self.now))
    }

    fn challenge(&mut self, challenger: &str, defender: &str) {
        let (defender, expected) = defender.split_once('!').unwrap_or((defender, ""));
        let code = self.judge(challenger, defender).err().map_or("", LadderRefusal::code);
        assert_eq!(code, expected, "{challenger}>{defender} in {}", self.line);
        if !code.is_empty() {
            return;
        }
        let (challenger, defender) = (player(challenger), player(defender));
        self.games.push((challenger, defender));
        self.event(Kind::Challenge { game: GameId(self.games.len() as i64), challenger, defender });
    }

    fn result(&mut self, game: i64, how: &str) {
        let (challenger, defender) = self.games[game as usize - 1];
        let winner = match how.as_bytes()[0] {
            b'+' => Some(challenger),
            b'-' => Some(defender),
            _ => None,
        };
        let how = if how.ends_with('t') { EndedBy::Time } else { EndedBy::Played };
        self.event(Kind::Result { game: GameId(game), winner, how });
    }

    fn table(&self) -> String {
        self.ladder.table().map(|standing| char::from(standing.player.0 as u8)).collect()
    }

    /// Players with their steps: `A3,B1`.
    fn steps(&self) -> String {
        let name = |standing: LadderPlace| format!("{}{}", char::from(standing.player.0 as u8), standing.step);
        self.ladder.table().map(name).collect::<Vec<_>>().join(",")
    }

    fn step(&mut self, word: &str) {
        if let Some((challenger, defender)) = word.split_once('>') {
            self.challenge(challenger, defender);
        } else if let Some(at) = word.strip_prefix('@') {
            self.now = time(at);
            let changes = self.ladder.advance(Timestamp(self.now));
            self.changes.extend(changes.into_iter().map(|timed| timed.change));
        } else if word.starts_with(|first: char| first.is_ascii_digit()) {
            self.happen_in_game(i64::from(word.as_bytes()[0] - b'0'), &word[1..]);
        } else if word.contains(':') {
            self.happen(word);
        } else {
            self.check(word);
        }
    }

    fn happen_in_game(&mut self, number: i64, word: &str) {
        let game = GameId(number);
        match word.split(':').collect::<Vec<_>>()[..] {
            ["", "accept"] => self.event(Kind::Accept { game }),
            ["", "decline"] => self.event(Kind::Decline { game }),
            ["", "annul"] => self.event(Kind::Annul { game }),
            ["", "give", until] => self.event(Kind::Postpone { game, until: Timestamp(time(until)) }),
            ["", "undo"] => {
                self.log.push(LadderEvent { at: Timestamp(self.now), kind: Kind::Annul { game } });
                self.ladder = Ladder::replay(self.ladder.rules().clone(), &self.log);
            }
            _ => self.result(number, word),
        }
    }

    fn happen(&mut self, word: &str) {
        self.event(match word.split(':').collect::<Vec<_>>()[..] {
            ["join", who] => Kind::Join { player: player(who), rating: None },
            ["leave", who] => Kind::Leave { player: player(who) },
            ["away", who, until] => Kind::Vacation { player: player(who), until: Timestamp(time(until)) },
            ["rate", who, rating] => Kind::Rating { player: player(who), rating: rating.parse().expect("a number") },
            ["rules", settings] => {
                let before = self.ladder.rules().clone();
                let rules = before.clone().with(settings.split(',')).expect("parameters");
                Kind::Rules(Box::new(RulesEdit { before, rules }))
            }
            _ => panic!("{word}"),
        });
    }

    fn check(&self, word: &str) {
        let (what, expected) = word.split_once('=').expect("what is expected");
        let actual = match what {
            "" => self.table(),
            "steps" => self.steps(),
            "open" => self.ladder.challenges().count().to_string(),
            "due" => {
                let due = (expected != "never").then(|| Timestamp(time(expected)));
                return assert_eq!(self.ladder.next_timer(), due, "{}", self.line);
            }
            _ => panic!("{word}"),
        };
        assert_eq!(actual, expected, "{}", self.line);
    }
}

/// Plays a line of the scenarios, and checks that its events lead there again.
fn play(line: &str) -> Club {
    let mut words = line.split_whitespace();
    let mut parameters = words.next().expect("a preset").split(',');
    let preset = parameters.next().expect("a preset").parse::<RulePreset>().expect("a preset");
    let began = LadderRules::of(preset).with(parameters).expect("parameters");
    let ladder = Ladder::new(began.clone());
    let line = line.to_owned();
    let mut club = Club { line, ladder, log: Vec::new(), now: 0, changes: Vec::new(), games: Vec::new() };
    let all: String = ('A'..='Z').collect();
    let players = words.next().map(|players| if players == "A-Z" { &all } else { players }).expect("players");
    for letter in players.split("").filter(|letter| !letter.is_empty()) {
        club.step(&format!("join:{letter}"));
    }
    for word in words {
        club.step(word);
    }
    assert_eq!(Ladder::first_rules(&club.log, club.ladder.rules()), &began, "{}", club.line);
    let mut replayed = Ladder::replay(began, &club.log);
    for ladder in [&mut replayed, &mut club.ladder] {
        ladder.advance(Timestamp(club.now));
    }
    assert_eq!(replayed, club.ladder, "{}", club.line);
    let text = serde_json::to_string(&club.log).expect("JSON");
    assert_eq!(serde_json::from_str::<Vec<LadderEvent>>(&text).expect("events"), club.log);
    club
}

#[test]
fn events_lead_to_the_tables_of_the_scenarios() {
    for line in SCENARIOS.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        play(line);
    }
}

#[test]
fn a_challenge_that_is_too_high_says_by_how_much() {
    let refusal = LadderRefusal::TooHigh { by: 5, reach: 3, unit: Distance::Places };
    assert_eq!(play("swap ABCDEF").judge("F", "A"), Err(refusal));
}

#[test]
fn a_forfeit_is_not_called_a_win() {
    for (line, expected) in [
        ("pyramid ABC  C>A 1:decline", &[Reason::WonByForfeit, Reason::Forfeited][..]),
        ("swap ABC  C>A 1+t", &[Reason::WonOnTime, Reason::TimedOut]),
        ("leapfrog ABC  C>A @5d join:D", &[Reason::WonByForfeit]),
    ] {
        let changes = play(line).changes;
        let reasons: Vec<Reason> =
            changes.iter().filter(|change| change.from.is_some()).map(|change| change.reason).collect();
        assert_eq!(reasons, expected, "{line}");
    }
}

#[test]
fn tiers_hold_one_two_three_players() {
    let tiers: Vec<usize> = (1..=10).map(tier).collect();
    assert_eq!(tiers, [1, 2, 2, 3, 3, 3, 4, 4, 4, 4]);
    assert_eq!((tier(5050), tier(5051)), (100, 101));
}
