//! `sumito ladder`: ladders without Discord.

mod import;

use std::collections::{HashMap, HashSet};
use std::path::PathBuf;
use std::process::ExitCode;
use std::str::FromStr as _;

use clap::Subcommand;
use serde::Deserialize;

use crate::cli::out::{Printer, one_line, print_warning};
use crate::cli::records::read;
use crate::cli::{CommandResult, ConfigFile, Failure, ids};
use crate::discord::localization::Language;
use crate::domain::clubs::ladder::event::{EndedBy, LadderEvent, LadderEventKind, RulesEdit};
use crate::domain::clubs::ladder::rules::{LadderRules, RulePreset};
use crate::domain::clubs::ladder::{Ladder, setting::LadderSettingError};
use crate::domain::{GameId, Timestamp, UserId};
use crate::features::ladder::refusal::sentence;

#[derive(Debug, Subcommand)]
pub(crate) enum LadderCommand {
    /// Prints the table after the events of a file; a line on standard error for each refused challenge.
    Replay {
        /// The rules: ogs, dragon, leapfrog, swap, pyramid or stairs.
        #[arg(long)]
        preset: String,
        /// Parameters that differ from the preset: `reach=5 again=7d`; docs/clubs.md lists them.
        #[arg(long = "set", value_name = "KEY=VALUE", num_args = 1..)]
        settings: Vec<String>,
        /// One JSON object a line, in order of time; docs/clubs.md describes them.
        #[arg(required_unless_present = "settings")]
        events: Option<PathBuf>,
    },
    /// Puts the players of a file on an empty ladder, in their order; where the database is a file, the bot must not run meanwhile.
    ///
    /// The file is a table in CSV, whose first line names the columns. `user` is a Discord id; `name`, `place` and `joined`
    /// (2026-01-31) may be left out. If anything is wrong, nothing is written.
    Import {
        /// The table, from the top.
        file: PathBuf,
        /// The id of the server.
        #[arg(long, value_name = "ID", value_parser = ids::server)]
        server: u64,
        /// The name of the ladder; `/setup ladder create` makes it.
        #[arg(long, value_name = "NAME")]
        ladder: String,
        /// Only reads the file and looks for the ladder.
        #[arg(long)]
        check: bool,
        #[command(flatten)]
        settings: ConfigFile,
    },
}

impl LadderCommand {
    pub(crate) fn run(&self) -> CommandResult {
        match self {
            Self::Replay { preset, settings, events } => {
                let mut settings = settings.clone();
                // A file that follows `--set` is taken for a setting.
                let last = || settings.pop_if(|setting| !setting.contains('=')).map(PathBuf::from);
                let events = events.clone().or_else(last);
                let rules = rules_of(preset, &settings).map_err(Failure::Input)?;
                let events = events.ok_or_else(|| Failure::Input("the file of events is missing".to_owned()))?;
                replay(rules, &read(&events)?)
            }
            Self::Import { file, server, ladder, check, settings } => {
                import::import(file, *server, ladder, *check, settings)
            }
        }
    }
}

fn rules_of(preset: &str, settings: &[String]) -> Result<LadderRules, String> {
    let known = RulePreset::ALL.iter().map(|preset| preset.as_str()).collect::<Vec<_>>().join(", ");
    let preset = RulePreset::from_str(preset).map_err(|_| format!("unknown preset `{preset}`; there are {known}"))?;
    LadderRules::of(preset)
        .with(settings.iter().map(String::as_str))
        .map_err(|error: LadderSettingError| error.to_string())
}

/// A name or a number.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Deserialize)]
#[serde(untagged)]
enum Name {
    Text(String),
    Number(i64),
}

impl std::fmt::Display for Name {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Text(text) => f.write_str(text),
            Self::Number(number) => write!(f, "{number}"),
        }
    }
}

/// A line of the file.
#[derive(Debug, Deserialize)]
struct Line {
    at: jiff::Timestamp,
    #[serde(flatten)]
    event: Event,
}

#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Event {
    Join { player: Name, rating: Option<f64> },
    Leave { player: Name },
    Remove { player: Name },
    Challenge { game: Name, challenger: Name, defender: Name },
    Accept { game: Name },
    Decline { game: Name },
    Result { game: Name, winner: Option<Name>, how: EndedBy },
    Annul { game: Name },
    Vacation { player: Name, until: jiff::Timestamp },
    Rating { player: Name, rating: f64 },
    Move { player: Name, place: usize },
    Postpone { game: Name, until: jiff::Timestamp },
    Rules { set: String },
}

/// Names and the numbers that stand for them, in order of appearance.
#[derive(Default)]
struct Names {
    numbers: HashMap<String, usize>,
    names: Vec<String>,
}

impl Names {
    fn number(&mut self, name: &Name) -> usize {
        let name = name.to_string();
        *self.numbers.entry(name.clone()).or_insert_with(|| {
            self.names.push(name);
            self.names.len() - 1
        })
    }
    fn player(&mut self, name: &Name) -> UserId {
        UserId(self.number(name) as u64)
    }
    fn name(&self, player: UserId) -> String {
        self.names.get(player.0 as usize).cloned().unwrap_or_default()
    }
}

/// A file that is being replayed.
struct Replay {
    ladder: Ladder,
    /// Allowed events so far: an annulled game is undone by replaying all others.
    log: Vec<LadderEvent>,
    players: Names,
    games: Names,
    /// Challenger and defender of each game.
    pairs: HashMap<GameId, [UserId; 2]>,
    refused: HashSet<GameId>,
    last: Option<jiff::Timestamp>,
}

fn replay(rules: LadderRules, text: &str) -> CommandResult {
    let mut replay = Replay {
        ladder: Ladder::new(rules),
        log: Vec::new(),
        players: Names::default(),
        games: Names::default(),
        pairs: HashMap::new(),
        refused: HashSet::new(),
        last: None,
    };
    for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty()) {
        let problem = |problem: String| Failure::Input(format!("line {number}: {problem}"));
        let line: Line = serde_json::from_str(line).map_err(|error| problem(error.to_string()))?;
        replay.play(number, &line).map_err(problem)?;
    }
    replay.ladder.end_waiting();
    let mut out = Printer::new();
    for standing in replay.ladder.table() {
        let name = one_line(&replay.players.name(standing.player));
        if replay.ladder.rules().has_steps() {
            out.print(format!("{}\t{name}\t{}", standing.place, standing.step))?;
        } else {
            out.print(format!("{}\t{name}", standing.place))?;
        }
    }
    out.finish()?;
    Ok(ExitCode::SUCCESS)
}

impl Replay {
    fn play(&mut self, number: u64, line: &Line) -> Result<(), String> {
        if self.last.is_some_and(|last| line.at < last) {
            return Err("it is earlier than the line before; sort the file by time".to_owned());
        }
        self.last = Some(line.at);
        let kind = self.read(&line.event)?;
        if kind.game().is_some_and(|game| self.refused.contains(&game)) {
            return Ok(());
        }
        let event = LadderEvent { at: Timestamp(line.at.as_millisecond()), kind };
        self.ladder.advance(event.at);
        self.log.push(event.clone());
        match event.kind {
            LadderEventKind::Challenge { game, challenger, defender } => {
                if let Err(refusal) = self.ladder.judge(challenger, defender, event.at) {
                    let text = sentence(
                        Language::ENGLISH,
                        refusal,
                        &|| self.players.name(defender),
                        &|player| self.players.name(player),
                        &|at| jiff::Timestamp::from_millisecond(at.0).map(|at| at.to_string()).unwrap_or_default(),
                    );
                    print_warning(&format!("line {number}: {} {text}", refusal.code()));
                    self.refused.insert(game);
                    self.log.pop();
                    return Ok(());
                }
                self.ladder.apply(&event);
            }
            LadderEventKind::Annul { .. } => {
                let began = Ladder::first_rules(&self.log, self.ladder.rules()).clone();
                self.ladder = Ladder::replay(began, &self.log);
            }
            _ => drop(self.ladder.apply(&event)),
        }
        Ok(())
    }

    fn read(&mut self, event: &Event) -> Result<LadderEventKind, String> {
        Ok(match event {
            Event::Join { player, rating } => {
                LadderEventKind::Join { player: self.players.player(player), rating: *rating }
            }
            Event::Leave { player } => LadderEventKind::Leave { player: self.players.player(player) },
            Event::Remove { player } => LadderEventKind::Remove { player: self.players.player(player) },
            Event::Challenge { game, challenger, defender } => {
                let id = self.game_id(game);
                let pair = [self.players.player(challenger), self.players.player(defender)];
                if self.pairs.insert(id, pair).is_some() {
                    return Err(format!("game `{game}` has a challenge already"));
                }
                LadderEventKind::Challenge { game: id, challenger: pair[0], defender: pair[1] }
            }
            Event::Accept { game } => LadderEventKind::Accept { game: self.known_game(game)? },
            Event::Decline { game } => LadderEventKind::Decline { game: self.known_game(game)? },
            Event::Result { game, winner, how } => {
                let id = self.known_game(game)?;
                let winner = winner.as_ref().map(|winner| (winner, self.players.player(winner)));
                if let Some((winner, _)) = winner.filter(|(_, player)| !self.pairs[&id].contains(player)) {
                    return Err(format!("`{winner}` does not play game `{game}`"));
                }
                LadderEventKind::Result { game: id, winner: winner.map(|(_, player)| player), how: *how }
            }
            Event::Annul { game } => LadderEventKind::Annul { game: self.known_game(game)? },
            Event::Vacation { player, until } => LadderEventKind::Vacation {
                player: self.players.player(player),
                until: Timestamp(until.as_millisecond()),
            },
            Event::Rating { player, rating } => {
                LadderEventKind::Rating { player: self.players.player(player), rating: *rating }
            }
            Event::Move { player, place } => {
                LadderEventKind::Move { player: self.players.player(player), place: *place }
            }
            Event::Postpone { game, until } => {
                LadderEventKind::Postpone { game: self.known_game(game)?, until: Timestamp(until.as_millisecond()) }
            }
            Event::Rules { set } => {
                let before = self.ladder.rules().clone();
                let rules = before.clone().with(set.split_whitespace()).map_err(|error| error.to_string())?;
                LadderEventKind::Rules(Box::new(RulesEdit { before, rules }))
            }
        })
    }

    fn game_id(&mut self, name: &Name) -> GameId {
        GameId(self.games.number(name) as i64)
    }

    fn known_game(&mut self, name: &Name) -> Result<GameId, String> {
        let id = self.game_id(name);
        if self.pairs.contains_key(&id) { Ok(id) } else { Err(format!("game `{name}` has no challenge before")) }
    }
}
