//! How often a move asks the database, with the messages that it brings about.

use std::sync::Mutex;

use async_trait::async_trait;
use bot::app::router::dispatch;
use discord::Interaction;
use futures::future::BoxFuture;
use games::store::{Interceptor, StoreCall, StoreError};
use serde_json::json;

use super::*;

/// The statements that have run.
#[derive(Default)]
struct StatementLog(Mutex<Vec<String>>);

#[async_trait]
impl Interceptor for StatementLog {
    async fn pass(&self, call: StoreCall<'_>, work: BoxFuture<'_, bool>) -> Result<(), StoreError> {
        let statement = match call {
            StoreCall::Read(sql) | StoreCall::Change(sql) => sql.split_whitespace().collect::<Vec<_>>().join(" "),
            StoreCall::Create(_) => "create".to_owned(),
            StoreCall::Commit(_) => "commit".to_owned(),
        };
        self.0.lock().expect("no panic").push(statement);
        work.await;
        Ok(())
    }
}

impl StatementLog {
    /// The statements once no more come, without claims of the outbox, which come with each tick too.
    async fn settle(&self) -> Vec<String> {
        let statements = || {
            let statements = self.0.lock().expect("no panic").clone();
            statements.into_iter().filter(|sql| !sql.contains("update outbox set claimed_until")).collect::<Vec<_>>()
        };
        loop {
            let before = statements();
            tokio::time::sleep(Duration::from_millis(500)).await;
            if statements() == before {
                return before;
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_and_its_messages_are_few_statements() {
    let log = Arc::new(StatementLog::default());
    let store = sqlite::open_in_memory(Arc::<StatementLog>::clone(&log)).await.expect("a database").0;
    let fixture = Fixture::over(Arc::new(store));
    let (game, thread) = fixture.begin_in_thread().await;
    for (number, (user, text)) in [(ADA, "a1b2"), (BEN, "i9h8")].into_iter().enumerate() {
        fixture.play(game, user, text).await;
        fixture.until("the board", || fixture.boards(thread) == number + 2).await;
    }
    log.settle().await;
    log.0.lock().expect("no panic").clear();
    let interaction = json!({
        "id": "77", "application_id": "1", "type": 2, "token": "t", "locale": "en-US",
        "guild_id": GUILD.0.to_string(), "channel_id": thread.0.to_string(),
        "member": { "user": { "id": ADA.0.to_string(), "username": "ada" } },
        "data": { "name": "move", "options": [{ "name": "move", "type": 3, "value": "b2c3" }] },
    });
    let interaction = Interaction::read(&sandbox::interaction::complete(interaction)).expect("an interaction");
    dispatch(&fixture.app, &interaction).await;
    fixture.until_boards(thread, 4).await;
    let statements = log.settle().await;
    // The game is read for the move, its board and the clean-up; a new locale is two statements.
    assert!(statements.len() <= 21, "{}: {statements:#?}", statements.len());
}
