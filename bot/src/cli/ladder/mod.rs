//! `sumito ladder`: ladders without Discord.

mod import;

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::str::FromStr as _;

use clap::Subcommand;
use clubs::domain::ladder::{Ladder, LadderError, LadderEvent, LadderEventKind, LadderRules, RulePreset, RulesEdit};
use games::domain::{GameId, Timestamp, UserId};
use serde_json::{Map, Value};

use crate::cli::out::{Printer, one_line, print_warning};
use crate::cli::{CommandResult, ConfigFile, Failure, files, ids};
use crate::features::ladder::refusal::describe_refusal;
use crate::features::ladder::view::explain;
use crate::localization::Language;

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
        /// The name of the ladder; `/organize ladder create` makes it.
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
                // Clap takes a file after `--set` for a setting.
                let last = || settings.pop_if(|setting| !setting.contains('=')).map(PathBuf::from);
                let events = events.clone().or_else(last);
                let rules = rules_of(preset, &settings).map_err(Failure::Input)?;
                let events = events.ok_or_else(|| Failure::Input("the file of events is missing".to_owned()))?;
                replay(rules, &events)
            }
            Self::Import { file, server, ladder, check, settings } => {
                import::import(file, *server, ladder, *check, settings)
            }
        }
    }
}

fn rules_of(preset: &str, settings: &[String]) -> Result<LadderRules, String> {
    let presets = RulePreset::ALL.iter().map(|preset| preset.as_str()).collect::<Vec<_>>().join(", ");
    let preset = RulePreset::from_str(preset).map_err(|_| format!("unknown preset `{preset}`; there are {presets}"))?;
    set(LadderRules::of(preset), &settings.join(" "))
}

fn set(rules: LadderRules, settings: &str) -> Result<LadderRules, String> {
    rules.with_text(settings).map_err(|error| explain(Language::ENGLISH, &LadderError::Setting(error), UserId(0)))
}

/// Fields that an event of each type has besides `at` and `type`.
const FIELDS: [(&str, &[&str]); 14] = [
    ("join", &["player", "rating"]),
    ("leave", &["player"]),
    ("remove", &["player"]),
    ("challenge", &["game", "challenger", "defender"]),
    ("accept", &["game"]),
    ("decline", &["game"]),
    ("annul", &["game"]),
    ("result", &["game", "winner", "how"]),
    ("vacation", &["player", "until"]),
    ("rating", &["player", "rating"]),
    ("move", &["player", "place"]),
    ("postpone", &["game", "until"]),
    ("next_season", &[]),
    ("rules", &["set"]),
];

/// Refuses unknown fields of an event, which are probably misspelled. The reader of events refuses unknown types.
fn refuse_fields(fields: &Map<String, Value>) -> Result<(), String> {
    let kind = fields.get("type").and_then(Value::as_str).unwrap_or_default();
    let Some((_, fields_of_kind)) = FIELDS.iter().find(|(name, _)| *name == kind) else { return Ok(()) };
    let is_known = |name: &str| name == "at" || name == "type" || fields_of_kind.contains(&name);
    match fields.keys().find(|name| !is_known(name)) {
        Some(name) => Err(format!("`{kind}` has no field `{name}`; it has at, type, {}", fields_of_kind.join(", "))),
        None => Ok(()),
    }
}

/// Names, each replaced by its index.
#[derive(Default)]
struct Names {
    numbers: HashMap<String, usize>,
    names: Vec<String>,
}

impl Names {
    /// Replaces a name, or a number used as a name, by its index. The reader of the event refuses everything else.
    fn replace(&mut self, value: &mut Value) {
        let name = match value {
            Value::String(name) => name.clone(),
            Value::Number(number) => number.to_string(),
            _ => return,
        };
        let number = *self.numbers.entry(name.clone()).or_insert_with(|| {
            self.names.push(name);
            self.names.len() - 1
        });
        *value = number.into();
    }
    fn name(&self, number: usize) -> String {
        self.names.get(number).cloned().unwrap_or_default()
    }
}

struct Replay {
    ladder: Ladder,
    /// Accepted events so far. Annulling a game replays all others.
    log: Vec<LadderEvent>,
    players: Names,
    games: Names,
    /// Challenger and defender of each game.
    pairs: HashMap<GameId, [UserId; 2]>,
    refused: HashSet<GameId>,
    last: Option<Timestamp>,
}

fn replay(rules: LadderRules, file: &Path) -> CommandResult {
    let mut replay = Replay {
        ladder: Ladder::new(rules),
        log: Vec::new(),
        players: Names::default(),
        games: Names::default(),
        pairs: HashMap::new(),
        refused: HashSet::new(),
        last: None,
    };
    for (number, line) in (1..).zip(files::lines(files::open(file)?)) {
        let line = line.map_err(|problem| files::problem(file, &problem))?;
        if line.trim().is_empty() {
            continue;
        }
        replay.play(number, &line).map_err(|problem| Failure::Input(format!("line {number}: {problem}")))?;
    }
    replay.ladder.end_waiting();
    let mut out = Printer::new();
    for standing in replay.ladder.table() {
        let name = one_line(&replay.player(standing.player));
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
    fn player(&self, player: UserId) -> String {
        self.players.name(player.0 as usize)
    }

    fn play(&mut self, number: u64, line: &str) -> Result<(), String> {
        let event = self.read(line)?;
        if self.last.replace(event.at).is_some_and(|last| event.at < last) {
            return Err("it is earlier than the line before; sort the file by time".to_owned());
        }
        self.check_game(&event.kind)?;
        if event.kind.game().is_some_and(|game| self.refused.contains(&game)) {
            return Ok(());
        }
        self.ladder.advance(event.at);
        if let LadderEventKind::Challenge { game, challenger, defender } = event.kind
            && let Err(refusal) = self.ladder.judge(challenger, defender, event.at)
        {
            let time =
                |at: Timestamp| jiff::Timestamp::from_millisecond(at.0).map(|at| at.to_string()).unwrap_or_default();
            let name = |player| self.player(player);
            let text = describe_refusal(Language::ENGLISH, refusal, defender, &name, &time);
            print_warning(&format!("line {number}: {} {text}", refusal.code()));
            self.refused.insert(game);
            return Ok(());
        }
        self.log.push(event.clone());
        if event.kind.annulled_game().is_some() {
            let began = Ladder::first_rules(&self.log, self.ladder.rules()).clone();
            self.ladder = Ladder::replay(began, &self.log);
        } else {
            self.ladder.apply(&event);
        }
        Ok(())
    }

    /// Reads an event in the form of stored ladders, but with names in place of ids, instants as text, and edits of
    /// rules as settings.
    fn read(&mut self, line: &str) -> Result<LadderEvent, String> {
        let mut fields: Map<String, Value> = serde_json::from_str(line).map_err(|error| {
            // serde counts lines too, but here there is only one.
            let text = error.to_string();
            let text = text.split(" at line ").next().unwrap_or_default();
            format!("{text} (column {})", error.column())
        })?;
        refuse_fields(&fields)?;
        for (field, value) in &mut fields {
            match (field.as_str(), &*value) {
                ("player" | "challenger" | "defender" | "winner", _) => self.players.replace(value),
                ("game", _) => self.games.replace(value),
                ("at" | "until", Value::String(at)) => {
                    let at: jiff::Timestamp = at.parse().map_err(|error: jiff::Error| error.to_string())?;
                    *value = at.as_millisecond().into();
                }
                _ => {}
            }
        }
        if let Some(Value::String(settings)) = fields.remove("set") {
            let before = self.ladder.rules().clone();
            let rules = set(before.clone(), &settings)?;
            let edit = serde_json::to_value(RulesEdit { before, rules }).map_err(|error| error.to_string())?;
            fields.extend(edit.as_object().cloned().unwrap_or_default());
        }
        serde_json::from_value(Value::Object(fields)).map_err(|error| error.to_string())
    }

    /// A game has one challenge, which comes first, and only its players can win it.
    fn check_game(&mut self, kind: &LadderEventKind) -> Result<(), String> {
        let Some(game) = kind.game() else { return Ok(()) };
        let name = self.games.name(game.0 as usize);
        match (kind, self.pairs.get(&game)) {
            (LadderEventKind::Challenge { .. }, Some(_)) => Err(format!("game `{name}` has a challenge already")),
            (LadderEventKind::Challenge { challenger, defender, .. }, None) => {
                self.pairs.insert(game, [*challenger, *defender]);
                Ok(())
            }
            (_, None) => Err(format!("game `{name}` has no challenge before")),
            (LadderEventKind::Result { winner: Some(winner), .. }, Some(pair)) if !pair.contains(winner) => {
                Err(format!("`{}` does not play game `{name}`", self.player(*winner)))
            }
            _ => Ok(()),
        }
    }
}
