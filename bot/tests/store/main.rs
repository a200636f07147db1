//! What a store promises: one suite on every implementation, and what only a file, or only a server, can show.

#[path = "../../../tests/src/postgres.rs"]
#[expect(dead_code, reason = "the stories use the rest of it")]
mod cluster;
mod file;
mod finding;
mod games;
mod messages;
mod people;
mod server;
mod together;

use std::sync::Arc;

use bot::domain::{
    ChannelId, Game, GameId, GamePlace, Notice, Phase, Ply, RequestId, SeatedPlayer, Terms, TimeSpan, Timestamp,
    UserId, Vacation,
};
use bot::store::{Commit, DatabaseUrl, InMemoryStore, Store};
use cluster::Cluster;
use finding::{
    a_channel_names_a_game_only_when_it_is_the_only_one, due_games_are_claimed_once_per_lease,
    lists_show_what_waits_for_me_first_and_threads_find_their_game, signs_of_life_and_their_absence_are_remembered,
    the_oldest_of_what_is_due_comes_first, what_a_person_plays_and_offers_is_counted,
};
use games::{
    a_decision_on_an_old_version_changes_nothing, a_game_comes_back_as_it_was_written,
    a_line_that_does_not_read_is_left_out_and_the_longest_one_reads, a_stranger_may_be_called_anything,
    lines_are_kept_only_on_the_game_they_were_decided_on, moves_that_are_taken_back_make_room_for_others,
    of_many_at_once_exactly_one_wins_and_other_games_are_not_disturbed,
    of_several_games_lost_on_time_within_a_day_the_first_counts, the_same_request_is_carried_out_once,
    where_a_game_lives_is_not_part_of_its_version,
};
use messages::{
    a_message_waits_for_its_retry_and_a_dead_one_blocks_nobody, a_try_of_unknown_outcome_leaves_a_message_in_doubt,
    messages_of_one_game_come_in_order_and_are_hidden_while_they_are_leased, one_notice_may_stand_in_several_places,
    what_was_given_up_is_listed_and_taken_up_again, who_comes_back_after_the_lease_frees_nothing,
};
use people::{
    a_game_knows_who_of_its_players_is_away, a_vacation_is_ended_once_and_rings_once_per_lease,
    of_many_choices_at_once_none_is_lost, of_two_vacations_that_are_added_at_once_one_is_refused,
    people_and_notes_are_remembered, reminders_are_counted_and_digests_claimed_once,
    two_facts_about_a_person_do_not_undo_each_other, who_chose_anew_meanwhile_is_not_overruled,
};
use together::{
    a_game_is_written_whole_whichever_way_it_is_written, many_games_and_people_are_found_in_one_question,
    of_many_changes_at_once_each_stands_for_itself, one_bad_change_of_many_fails_alone,
};

type Outcome = anyhow::Result<()>;

const ADA: UserId = UserId(100);
const BRUNO: UserId = UserId(u64::MAX - 5);

/// A fresh database of the throw-away server.
async fn on_server(setting: &str) -> anyhow::Result<Arc<dyn Store>> {
    let address = format!("{}{setting}", Cluster::shared()?.database()?);
    Ok(address.parse::<DatabaseUrl>()?.open().await?)
}

/// Makes the tests of each promise: on a fresh file, on PostgreSQL, on PostgreSQL where any transaction may be told to begin
/// anew, and in memory.
macro_rules! on_every_store {
    ($($promise:ident)*) => {
        mod in_a_file {
            $(#[tokio::test(flavor = "multi_thread")]
            async fn $promise() -> super::Outcome {
                let folder = tempfile::tempdir()?;
                let store = bot::store::sqlite::open(&folder.path().join("deep/games.db")).await?;
                super::$promise(super::Arc::new(store)).await
            })*
        }
        mod on_a_server {
            $(#[tokio::test(flavor = "multi_thread")]
            async fn $promise() -> super::Outcome {
                super::$promise(super::on_server("").await?).await
            })*
        }
        mod on_a_serializable_server {
            $(#[tokio::test(flavor = "multi_thread")]
            async fn $promise() -> super::Outcome {
                super::$promise(super::on_server("?options[default_transaction_isolation]=serializable").await?).await
            })*
        }
        mod in_memory {
            $(#[tokio::test(flavor = "multi_thread")]
            async fn $promise() -> super::Outcome {
                super::$promise(super::Arc::new(super::InMemoryStore::new())).await
            })*
        }
    };
}

on_every_store! {
    a_game_comes_back_as_it_was_written
    moves_that_are_taken_back_make_room_for_others
    lines_are_kept_only_on_the_game_they_were_decided_on
    a_line_that_does_not_read_is_left_out_and_the_longest_one_reads
    the_same_request_is_carried_out_once
    of_many_changes_at_once_each_stands_for_itself
    a_game_is_written_whole_whichever_way_it_is_written
    one_bad_change_of_many_fails_alone
    many_games_and_people_are_found_in_one_question
    a_decision_on_an_old_version_changes_nothing
    of_many_at_once_exactly_one_wins_and_other_games_are_not_disturbed
    messages_of_one_game_come_in_order_and_are_hidden_while_they_are_leased
    a_message_waits_for_its_retry_and_a_dead_one_blocks_nobody
    due_games_are_claimed_once_per_lease
    lists_show_what_waits_for_me_first_and_threads_find_their_game
    what_a_person_plays_and_offers_is_counted
    people_and_notes_are_remembered
    two_facts_about_a_person_do_not_undo_each_other
    who_chose_anew_meanwhile_is_not_overruled
    of_many_choices_at_once_none_is_lost
    one_notice_may_stand_in_several_places
    a_try_of_unknown_outcome_leaves_a_message_in_doubt
    what_was_given_up_is_listed_and_taken_up_again
    who_comes_back_after_the_lease_frees_nothing
    a_stranger_may_be_called_anything
    the_oldest_of_what_is_due_comes_first
    a_channel_names_a_game_only_when_it_is_the_only_one
    where_a_game_lives_is_not_part_of_its_version
    signs_of_life_and_their_absence_are_remembered
    reminders_are_counted_and_digests_claimed_once
    of_several_games_lost_on_time_within_a_day_the_first_counts
    of_two_vacations_that_are_added_at_once_one_is_refused
    a_vacation_is_ended_once_and_rings_once_per_lease
    a_game_knows_who_of_its_players_is_away
}

fn game(id: i64) -> Game {
    Game {
        game_id: GameId(id),
        version: 0,
        phase: Phase::Offered,
        setup: "abalone".into(),
        time_control: "days:3".parse().expect("a time control"),
        place: GamePlace { guild_id: Some(bot::domain::GuildId(7)), channel_id: ChannelId(8), thread_id: None },
        ply: 0,
        to_move: None,
        challenger: ADA,
        has_random_colors: true,
        draw_offer: None,
        result: None,
        loser: None,
        reason: None,
        created_at: Timestamp(1),
        turn_at: Timestamp(1),
        hours: None,
        stops: Vec::new(),
        time: None,
        deadline_at: Some(Timestamp(50)),
        reminded_until: None,
        wake_at: Some(Timestamp(50)),
        terms: Terms::default(),
        lines: 0,
    }
}

fn commit(game: Game, request: u64, notices: Vec<Notice>) -> Commit {
    Commit {
        game,
        request: RequestId(request),
        actor: Some(ADA),
        action: bot::domain::Action::Play,
        seats: None,
        keep: None,
        plies: Vec::new(),
        lines: None,
        detail: None,
        notices,
        reminded: None,
        now: Timestamp(2),
    }
}

fn creation(id: i64, request: u64) -> Commit {
    let seat = |seat, user| SeatedPlayer { seat, user, name: "name".into(), agreed: false, clock: None };
    Commit { seats: Some(vec![seat(0, ADA), seat(1, BRUNO)]), ..commit(game(id), request, vec![Notice::Challenge]) }
}

fn play(from: &Game, request: u64, notation: &str) -> Commit {
    let ply = from.ply + 1;
    let game =
        Game { version: from.version + 1, phase: Phase::Playing, ply, to_move: Some((ply % 2) as u8), ..from.clone() };
    let row =
        Ply { number: ply, notation: notation.into(), played_at: Timestamp(3), user: BRUNO, version: game.version };
    Commit { plies: vec![row], ..commit(game, request, vec![Notice::Board { ply }]) }
}

fn span(from: i64, until: i64) -> TimeSpan {
    TimeSpan { from: Timestamp(from), until: Timestamp(until) }
}

fn vacation(user: UserId, number: u32, span: TimeSpan) -> Vacation {
    let request = RequestId(u64::MAX - u64::from(number));
    Vacation { user, number, span, automatic: number == 2, request, ended_by: None, wake_at: Some(span.from) }
}
