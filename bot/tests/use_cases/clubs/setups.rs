//! Setup lines that organizers type.

use serde_json::json;

use crate::support::fixture::ADA;
use crate::support::harness::Harness;

#[tokio::test]
async fn a_setup_without_its_game_is_one_of_abalone_and_its_mistake_is_named() {
    let harness = Harness::new();
    let create = async |name: &str, setup: &str| {
        let options = json!({ "name": name, "preset": "leapfrog", "setup": setup });
        harness.command_as(ADA, Some(1 << 5), "setup ladder create", options).await.text
    };
    let refused = create("Club", "sprint=99").await;
    assert!(refused.contains("`99` is not possible for `sprint`; write a number from 20 to 30"), "{refused}");
    let made = create("Club", "sprint=25").await;
    assert!(made.starts_with("The ladder **Club** is open."), "{made}");
}
