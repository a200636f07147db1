//! Clubs: ratings, results, organizers, statistics.

mod competition;
mod fair_play;
mod organizers;
mod ratings;
mod replacement;
mod results;
mod setup;
mod statistics;
mod threads;

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use base::clock::Clock as _;
use bot::delivery::render_notice;
use bot::features::proposals::{abort, adjourn};
use bot::features::settings::service as settings;
use bot::features::{export, rematch};
use clubs::domain::Decision;
use clubs::domain::rating::{RatedGame, RatingChange, RatingStep, RatingTable};
use clubs::ladders::{LadderChallenge, players, sync};
use clubs::ratings::recomputation;
use clubs::store::Clubs as _;
use clubs::store::rating::CountedGame;
use clubs::store::rating_replacement::{ReplacedPlayers, Replacement};
use discord::ErrorClass;
use games::alarms::AlarmOutcome;
use games::challenges::NewChallenge;
use games::competition::{CompetitionGame, OfferChange, change_offers, open_game, read_games, set_answer};
use games::domain::rating::{PAIR_DAYS, PAIR_GAMES, Rating, RatingGroup, RatingKey, Score};
use games::domain::{
    Annulled, AuditAction, AuditEntry, BoardPosts, ChallengeSilence, ChannelId, Competition, CompetitionTag, EndReason,
    Ending, GameId, GuildId, LadderId, Notice, Organizer, OrganizerError, Origin, Pauses, Phase, PostKind, Reminder,
    ReplacementAnswer, Setup, Timestamp, UserId,
};
use games::offers::ColorChoice;
use games::seeks::NewSeek;
use games::store::{Post, StoreError};
use games::{GameError, challenges, seeks};
use rules::rng::SeededRng;
use serde_json::{Value, json};

use crate::refused;
use crate::use_cases::support::fixture::{ADA, BRUNO, CHANNEL, CHLOE, DINA, Fixture, HOUR, id, person};
use crate::use_cases::support::harness::{
    EVERYBODY, GUILD, Harness, MANAGES_EVENTS, MANAGES_SERVER, SentMessage, form_rows,
};
