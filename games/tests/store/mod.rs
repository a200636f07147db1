//! The guarantees of a store: one suite for every implementation, and tests specific to SQLite or PostgreSQL.

mod batches;
mod jobs;
mod outbox;
mod people;
mod postgres;
mod queries;
mod seeks;
mod single_games;
mod sqlite;
mod suite;

use people::{players, puzzles, visits};
use suite::{
    ADA, BRUNO, TestResult, claim, cluster, commit, creation, game, games_of, on_every_store, open_postgres, play,
    read, span, vacation,
};

on_every_store! {
    batches {
        commits_of_a_batch_succeed_or_fail_independently
        every_column_is_written_in_a_batch_and_singly
        one_bad_commit_of_a_batch_fails_alone
        many_games_and_players_are_read_in_one_query
    }
    seeks {
        open_challenges_of_a_server_are_listed_in_order
        of_open_challenges_made_at_once_each_has_a_number_of_its_own
    }
    single_games {
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
        reminders_are_noted_and_digests_scheduled
        of_two_concurrent_vacations_one_is_refused
        a_vacation_ends_once_and_its_games_are_checked
        a_game_is_read_with_the_vacations_of_its_players
    }
    jobs {
        a_job_is_claimed_by_one_process_at_a_time
        a_job_that_is_scheduled_again_while_it_is_done_stays
        the_first_job_of_each_kind_is_known
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
        a_process_learns_of_each_commit_of_its_own
        lists_begin_with_games_that_wait_for_the_player
        running_games_and_open_challenges_are_counted
        the_oldest_due_alarms_and_messages_are_claimed_first
        a_channel_finds_a_game_only_if_it_has_one
        heartbeats_and_outages_are_stored
    }
    visits {
        watches_are_claimed_when_their_game_has_changed
        a_link_is_used_once_and_a_browser_stays_signed_in_until_it_expires
        what_is_opened_inside_discord_waits_until_it_shows
    }
}
