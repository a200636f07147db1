//! The features of the bot, a file or a folder each, and the feature for each interaction.

pub mod alarms;
pub mod analysis;
pub mod audit;
pub mod board;
pub mod challenge;
pub mod claim;
pub mod competition;
pub mod conditional_moves;
pub mod engine;
pub mod export;
pub mod fair_play;
pub mod fork;
pub mod game_list;
pub mod guided_play;
pub mod help;
pub mod hints;
pub mod history;
pub mod ladder;
pub mod leader_role;
pub mod learn;
pub mod live;
pub mod organize;
pub mod play;
pub mod presets;
pub mod privacy;
pub mod profile;
pub mod proposals;
pub mod puzzle;
pub mod ratings;
pub mod refusals;
pub mod rematch;
pub mod reminders;
pub mod replacement;
pub mod resign;
pub mod results;
pub mod rules_pages;
pub mod seek;
pub mod settings;
pub mod statistics;
pub mod tournament;
pub mod vacation;
pub mod watch;

use std::collections::HashMap;
use std::sync::LazyLock;

use discord::custom_id::word_of;
use discord::{Interaction, InteractionType};

use crate::commands::Feature;

/// All features that answer players, in the order in which their commands are registered.
pub const ALL: &[&dyn Feature] = &[
    &guided_play::GuidedPlay,
    &play::Play,
    &board::Board,
    &game_list::GameList,
    &live::Live,
    &proposals::panel::GamePanel,
    &watch::WatchGames,
    &export::Export,
    &history::replay::GameReplay,
    &history::History,
    &resign::Resign,
    &conditional_moves::ConditionalLines,
    &claim::ClaimSilence,
    &engine::Hint,
    &analysis::AnalyzeGame,
    &proposals::adjourn::Adjourn,
    &proposals::more_time::MoreTime,
    &proposals::takeback::Takeback,
    &proposals::abort::Abort,
    &proposals::draw::Draw,
    &proposals::Proposals,
    &fork::Fork,
    &rules_pages::RulesPages,
    &learn::Learn,
    &puzzle::Puzzles,
    &profile::Profiles,
    &ratings::Ratings,
    &statistics::Statistics,
    &settings::Settings,
    &reminders::Reminders,
    &presets::Presets,
    &vacation::Vacations,
    &privacy::Privacy,
    &help::Help,
    &hints::Hints,
    &challenge::Challenges,
    &seek::Seeks,
    &ladder::Ladders,
    &leader_role::LeaderRoles,
    &tournament::Tournaments,
    &organize::Organize,
    &replacement::Replacements,
    &audit::AuditLog,
    &fair_play::FairPlay,
];

/// Features by the full name of each command: `settings picture`.
static BY_COMMAND: LazyLock<HashMap<String, &'static dyn Feature>> = LazyLock::new(|| {
    let commands_of = |feature: &'static dyn Feature| {
        let names = feature.commands().into_iter().flat_map(|command| command.names());
        names.map(move |name| (name, feature))
    };
    ALL.iter().flat_map(|feature| commands_of(*feature)).collect()
});

/// Features by the prefixes of their buttons.
static BY_WORD: LazyLock<HashMap<&'static str, &'static dyn Feature>> =
    LazyLock::new(|| ALL.iter().flat_map(|feature| feature.words().all.iter().map(|word| (*word, *feature))).collect());

pub fn feature_for(interaction: &Interaction) -> Option<&'static dyn Feature> {
    match interaction.kind {
        InteractionType::Component | InteractionType::Modal => BY_WORD.get(word_of(&interaction.name)?).copied(),
        InteractionType::Command | InteractionType::Autocomplete => BY_COMMAND.get(&interaction.name).copied(),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::{Path, PathBuf};

    use proptest::prelude::*;

    use super::*;

    #[test]
    fn each_command_and_each_word_of_a_button_has_one_feature() {
        let commands = ALL.iter().flat_map(|feature| feature.commands());
        let names: Vec<String> = commands.flat_map(|command| command.names()).collect();
        let words: Vec<&str> = ALL.iter().flat_map(|feature| feature.words().all).copied().collect();
        assert_eq!((names.len(), words.len()), (BY_COMMAND.len(), BY_WORD.len()), "{names:?} {words:?}");
    }

    proptest! {
        #[test]
        fn every_button_reads_back_as_itself_and_fits(rest in ":.{0,120}") {
            for (word, feature) in &*BY_WORD {
                (feature.words().check)(&format!("v1:{word}{rest}"));
            }
        }
    }

    fn files(folder: &Path) -> Vec<PathBuf> {
        let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
        entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
    }

    #[test]
    fn only_services_reach_the_store() {
        let features = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/features");
        let mut seen = 0;
        // A large service is a folder. A small feature is one file with its use case; `proposals` is a folder of
        // those.
        let is_service =
            |path: &Path| path.components().any(|part| part.as_os_str() == "service") || path.ends_with("service.rs");
        let is_one_file = |path: &Path| [Some(&*features), Some(&*features.join("proposals"))].contains(&path.parent());
        for path in files(&features).into_iter().filter(|path| !is_service(path) && !is_one_file(path)) {
            let text = fs::read_to_string(&path).expect("a source file");
            seen += 1;
            assert!(!text.contains(".store"), "{} reaches the store past the services", path.display());
        }
        assert!(seen > 50, "{seen}");
    }
}
