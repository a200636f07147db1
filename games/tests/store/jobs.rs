//! Jobs: claims, leases, and jobs that are scheduled again while a process does them.

use std::sync::Arc;

use games::domain::{Preferences, Timestamp, UserId};
use games::store::{ClaimedJob, JobKind, Store};

use crate::store::{ADA, BRUNO, TestResult};

const KIND: JobKind = JobKind::Digest;

async fn schedule(store: &Store, user: UserId, at: i64) -> TestResult {
    let (from, to) = (store.preferences(user).await?, Preferences { digest: Some(1), ..Preferences::default() });
    assert!(store.set_preferences_and_digest(user, &from, &to, Some(Timestamp(at))).await?);
    Ok(())
}

async fn claim(store: &Store, now: i64, until: i64, limit: u32) -> anyhow::Result<Vec<ClaimedJob>> {
    Ok(store.claim_jobs(KIND, Timestamp(now), Timestamp(until), limit).await?)
}

fn claimed(user: UserId, due_at: i64, until: i64, attempts: u32) -> ClaimedJob {
    let (due_at, leased_until) = (Timestamp(due_at), Timestamp(until));
    ClaimedJob { kind: KIND, key: user.0.cast_signed(), due_at, leased_until, attempts }
}

pub async fn a_job_is_claimed_by_one_process_at_a_time(store: Arc<Store>) -> TestResult {
    assert_eq!(claim(&store, 1000, 1060, 9).await?, []);
    schedule(&store, ADA, 50).await?;
    schedule(&store, BRUNO, 40).await?;
    assert_eq!(claim(&store, 39, 99, 9).await?, []);
    assert_eq!(claim(&store, 50, 99, 1).await?, [claimed(BRUNO, 40, 99, 1)], "the oldest first");
    assert_eq!(claim(&store, 50, 98, 9).await?, [claimed(ADA, 50, 98, 1)]);
    assert_eq!(claim(&store, 97, 158, 9).await?, [], "both are claimed");
    // The process that had claimed it is dead, or late.
    let again = claim(&store, 98, 158, 9).await?;
    assert_eq!(again, [claimed(ADA, 50, 158, 2)], "its lease is over");
    store.finish_job(&claimed(ADA, 50, 98, 1), None).await?;
    store.retry_job(&claimed(ADA, 50, 98, 1), Timestamp(100)).await?;
    assert_eq!(claim(&store, 120, 180, 9).await?, [claimed(BRUNO, 40, 180, 2)], "hers is still claimed");
    store.finish_job(&again[0], None).await?;
    store.finish_job(&claimed(BRUNO, 40, 180, 2), Some(Timestamp(500))).await?;
    assert_eq!(claim(&store, 499, 599, 9).await?, []);
    assert_eq!(claim(&store, 500, 600, 9).await?, [claimed(BRUNO, 500, 600, 1)]);
    store.retry_job(&claimed(BRUNO, 500, 600, 1), Timestamp(510)).await?;
    assert_eq!(claim(&store, 510, 610, 9).await?, [claimed(BRUNO, 510, 610, 2)], "tries are counted");
    Ok(())
}

pub async fn a_job_that_is_scheduled_again_while_it_is_done_stays(store: Arc<Store>) -> TestResult {
    schedule(&store, ADA, 50).await?;
    // At the same instant as before, earlier and later.
    for (step, at) in [(0, 50), (1000, 1040), (2000, 2900)] {
        let job = claim(&store, step + 50, step + 110, 9).await?.remove(0);
        schedule(&store, ADA, at).await?;
        assert_eq!(claim(&store, step + 109, step + 200, 9).await?, [], "the first process still does it");
        match step {
            0 => store.finish_job(&job, None).await?,
            1000 => store.finish_job(&job, Some(Timestamp(9000))).await?,
            _ => store.retry_job(&job, Timestamp(9000)).await?,
        }
        assert_eq!(store.next_jobs(&[KIND]).await?, [(KIND, Timestamp(at))], "{step}");
        let job = claim(&store, step + 950, step + 960, 9).await?.remove(0);
        assert_eq!(job, claimed(ADA, at, step + 960, 1));
        store.finish_job(&job, Some(Timestamp(step + 1050))).await?;
    }
    // A job that is taken back while a process does it is gone.
    let job = claim(&store, 4000, 4060, 9).await?.remove(0);
    let digest = Preferences { digest: Some(1), ..Preferences::default() };
    assert!(store.set_preferences_and_digest(ADA, &digest, &Preferences::default(), None).await?);
    store.finish_job(&job, Some(Timestamp(5000))).await?;
    assert_eq!(store.next_jobs(&[KIND]).await?, []);
    Ok(())
}

pub async fn the_first_job_of_each_kind_is_known(store: Arc<Store>) -> TestResult {
    assert_eq!(store.next_jobs(JobKind::ALL).await?, []);
    schedule(&store, ADA, 50).await?;
    schedule(&store, BRUNO, 70).await?;
    assert_eq!(store.next_jobs(&[]).await?, []);
    assert_eq!(store.next_jobs(&[KIND]).await?, [(KIND, Timestamp(50))]);
    let job = claim(&store, 50, 60, 9).await?.remove(0);
    assert_eq!(store.next_jobs(&[KIND]).await?, [(KIND, Timestamp(60))], "if its process dies");
    store.retry_job(&job, Timestamp(80)).await?;
    assert_eq!(store.next_jobs(&[KIND]).await?, [(KIND, Timestamp(70))]);
    Ok(())
}
