//! The guarantees of a store: one suite on every implementation, and tests of what only SQLite or only PostgreSQL has.

mod batches;
mod clubs;
#[path = "../../../tests/src/postgres.rs"]
#[expect(dead_code, reason = "the end-to-end tests use the rest")]
mod cluster;
mod games;
mod outbox;
mod people;
mod postgres;
mod queries;
mod servers;
mod sqlite;

use rules::Seat;
use std::sync::Arc;

use bot::domain::{
    Challenge, ChannelId, Game, GameId, GameLocation, Notice, Phase, Ply, RequestId, SeatedPlayer, Setup, TimeSpan,
    Timestamp, TurnClock, UserId, Vacation,
};
use bot::store::{Commit, DatabaseUrl, Store};
use clubs::{ladders, organizers, ratings, seeks, statistics, tournaments};
use cluster::Cluster;
use people::{players, privacy, puzzles};

type TestResult = anyhow::Result<()>;

const ADA: UserId = UserId(100);
const BRUNO: UserId = UserId(u64::MAX - 5);

/// Opens a fresh database of the throw-away server.
async fn open_postgres(setting: &str) -> anyhow::Result<Arc<Store>> {
    let address = format!("{}{setting}", Cluster::shared()?.database()?);
    Ok(address.parse::<DatabaseUrl>()?.open().await?)
}

/// Runs each test on a fresh SQLite file, on PostgreSQL and on PostgreSQL under SERIALIZABLE.
macro_rules! on_every_store {
    ($($module:ident { $($test:ident)* })*) => {
        mod on_sqlite {
            $($(#[tokio::test(flavor = "multi_thread")]
            async fn $test() -> super::TestResult {
                let folder = tempfile::tempdir()?;
                let store = bot::store::sqlite::open(&folder.path().join("deep/games.db")).await?;
                super::$module::$test(super::Arc::new(store)).await
            })*)*
        }
        mod on_postgres {
            $($(#[tokio::test(flavor = "multi_thread")]
            #[ignore = "needs PostgreSQL: tests/run"]
            async fn $test() -> super::TestResult {
                super::$module::$test(super::open_postgres("").await?).await
            })*)*
        }
        mod on_serializable_postgres {
            $($(#[tokio::test(flavor = "multi_thread")]
            #[ignore = "needs PostgreSQL: tests/run"]
            async fn $test() -> super::TestResult {
                let store = super::open_postgres("?options[default_transaction_isolation]=serializable").await?;
                super::$module::$test(store).await
            })*)*
        }
    };
}

on_every_store! {
    batches {
        commits_of_a_batch_succeed_or_fail_independently
        every_column_is_written_in_a_batch_and_singly
        one_bad_commit_of_a_batch_fails_alone
        many_games_and_players_are_read_in_one_query
    }
    tournaments {
        a_step_of_a_tournament_is_written_once_and_read_as_written
        two_open_tournaments_of_a_server_have_different_names
        a_tournament_is_due_at_its_timer
        the_messages_of_a_tournament_are_claimed_once_for_each_version
        who_had_a_place_of_a_tournament_before_keeps_a_name
        a_ladder_has_one_channel_with_one_table
    }
    ladders {
        a_ladder_takes_back_a_game_that_was_annulled
        a_ladder_is_read_as_it_was_written
        a_step_and_the_game_that_it_opens_are_written_together
        the_commit_that_ends_a_game_leaves_it_to_its_competition
        a_ladder_learns_of_vacations
        ladders_to_update_are_found_page_by_page
        of_two_ladders_that_take_one_name_one_is_refused
        the_changes_after_an_instant_are_found
        what_a_game_has_changed_is_told_once
        of_concurrent_steps_of_one_ladder_exactly_one_succeeds
        open_ladders_of_a_server_differ_in_name
        seasons_are_kept_and_announced
        the_form_of_a_player_counts_both_sides
    }
    organizers {
        the_log_of_a_server_is_read_from_its_newest_entry
        what_an_organizer_does_is_logged_with_the_change_or_not_at_all
        a_question_to_an_organizer_is_kept_for_a_while
        games_of_a_server_are_found_by_how_they_ended
        games_that_are_annulled_after_they_were_counted_are_found
        the_changes_of_ladders_are_claimed_once
        the_role_of_a_leader_is_claimed_once
    }
    ratings {
        results_are_counted_once_and_in_order
        ratings_are_listed_and_their_history_found
        annulled_games_are_marked_and_ratings_replaced
        a_game_and_a_period_tell_what_they_changed
        ratings_are_replaced_by_one_process_at_a_time
        unreadable_results_wait_until_they_are_tried_again
    }
    seeks {
        open_challenges_of_a_server_are_listed_in_order
        of_open_challenges_made_at_once_each_has_a_number_of_its_own
    }
    statistics {
        annulled_games_are_taken_out_of_the_statistics
        finished_games_are_counted_up_once
        of_concurrent_tallies_of_one_game_exactly_one_counts
    }
    games {
        a_game_is_read_as_it_was_written
        an_engine_sits_and_moves_without_a_user
        moves_taken_back_are_replaced_by_new_ones
        conditional_moves_are_stored_only_for_the_version_they_were_decided_on
        conditional_moves_too_deep_to_read_are_left_out
        the_same_request_is_committed_once
        a_commit_on_an_old_version_is_stale
        of_concurrent_commits_to_one_game_exactly_one_succeeds
        any_display_name_is_stored
        setting_the_thread_keeps_the_version
        only_the_first_loss_on_time_within_a_day_counts
        games_get_their_numbers_when_they_begin
        games_that_begin_at_the_same_time_have_different_numbers
    }
    outbox {
        messages_of_a_game_are_claimed_in_order_and_leased
        a_backlog_counts_what_waits_and_what_is_dead
        news_of_a_deadline_that_wait_for_their_time_let_boards_pass
        a_dead_message_does_not_block_later_ones
        dead_messages_are_deleted_when_they_are_old
        answered_challenges_that_still_have_buttons_are_found
        a_personal_notice_that_waits_for_another_try_holds_nothing_back
        one_notice_can_be_posted_in_several_channels
        a_try_with_unknown_outcome_leaves_the_message_in_doubt
        dead_messages_are_listed_and_queued_again
        a_retry_after_the_lease_does_not_release_the_next_claim
        messages_without_an_answer_are_brought_forward
    }
    players {
        players_and_notes_are_stored
        columns_of_a_player_are_written_independently
        preferences_changed_meanwhile_are_not_overwritten
        concurrent_changes_of_preferences_are_all_kept
        reminders_are_noted_and_digests_claimed_once
        of_two_concurrent_vacations_one_is_refused
        a_vacation_ends_once_and_is_claimed_once_per_lease
        a_game_is_read_with_the_vacations_of_its_players
    }
    privacy {
        a_person_is_replaced_in_the_games_of_others_and_deleted_elsewhere
        nothing_is_deleted_while_games_run_or_results_wait
        a_deletion_is_claimed_by_one_process_at_a_time
        watches_are_claimed_when_their_game_has_changed
        a_link_is_used_once_and_a_browser_acts_until_it_expires
        what_is_opened_inside_discord_waits_until_it_shows
    }
    puzzles {
        a_first_try_at_a_puzzle_is_written_once
        tries_at_the_same_time_lose_no_rating
        a_day_has_one_puzzle_and_counts_once_for_a_streak
        the_channels_of_the_daily_puzzle_are_claimed_once
        a_rating_of_a_puzzle_is_read_as_it_was_written
    }
    queries {
        due_games_are_claimed_once_per_lease
        lists_begin_with_games_that_wait_for_the_player
        running_games_and_open_challenges_are_counted
        the_oldest_due_alarms_and_messages_are_claimed_first
        a_channel_finds_a_game_only_if_it_has_one
        heartbeats_and_outages_are_stored
    }
    servers {
        a_server_is_forgotten_and_its_players_keep_their_games
    }
}

fn game(id: i64) -> Game {
    let place = GameLocation { guild_id: Some(bot::domain::GuildId(7)), channel_id: ChannelId(8), thread_id: None };
    let challenge =
        Challenge { challenger: ADA, has_random_colors: true, is_rated: true, created_at: Timestamp(1), seek: None };
    let time_control = "days:3".parse().expect("a time control");
    let mut game = Game::offered(GameId(id), Setup::stored("abalone"), time_control, place, challenge);
    (game.turn.deadline_at, game.turn.wake_at) = (Some(Timestamp(50)), Some(Timestamp(50)));
    game
}

fn commit(game: Game, request: u64, notices: Vec<Notice>) -> Commit {
    let made = Commit::of(game, RequestId(request), Some(ADA), bot::domain::Action::Play, Timestamp(2));
    Commit { notices, ..made }
}

fn creation(id: i64, request: u64) -> Commit {
    let seat = |seat, user: UserId| SeatedPlayer {
        seat,
        player: user.into(),
        name: "name".into(),
        agreed: false,
        clock: None,
    };
    Commit {
        seats: Some(vec![seat(Seat(0), ADA), seat(Seat(1), BRUNO)]),
        ..commit(game(id), request, vec![Notice::Challenge])
    }
}

fn play(from: &Game, request: u64, notation: &str) -> Commit {
    let ply = from.ply + 1;
    let turn = TurnClock { to_move: Some(Seat((ply % 2) as u8)), ..from.turn.clone() };
    let game = Game { version: from.version + 1, phase: Phase::Playing, ply, turn, ..from.clone() };
    let row = Ply {
        number: ply,
        notation: notation.into(),
        played_at: Timestamp(3),
        player: BRUNO.into(),
        version: game.version,
    };
    Commit { plies: vec![row], ..commit(game, request, vec![Notice::Board { ply }]) }
}

fn span(from: i64, until: i64) -> TimeSpan {
    TimeSpan { from: Timestamp(from), until: Timestamp(until) }
}

fn vacation(user: UserId, number: u32, span: TimeSpan) -> Vacation {
    let request = RequestId(u64::MAX - u64::from(number));
    Vacation { user, number, span, automatic: number == 2, request, ended_by: None, wake_at: Some(span.from) }
}
