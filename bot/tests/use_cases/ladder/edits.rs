//! Edits of a ladder that leave the rest as it is.

use clubs::store::Clubs as _;
use games::domain::UserId;

use super::Club;

#[tokio::test]
async fn another_layout_keeps_the_other_options_of_a_ladder() {
    let club = Club::new("swap", "", 2).await;
    let edit = async |options: &str| {
        let answer = club.say_as(UserId(9), 1 << 33, &format!("organize ladder edit {options}")).await;
        let stored = club.store.clubs().ladder(club.ladder).await.expect("readable").expect("there");
        (stored.head.setup, answer)
    };
    edit("setup:abalone sprint=30 layout=random seed=7").await;
    let (setup, said) = edit("layout:german daisy").await;
    assert_eq!(setup, "abalone layout=german-daisy sprint=30", "{said:?}");
}
