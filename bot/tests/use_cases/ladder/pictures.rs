//! The pictures of the guide about ladders match the program's output.

use super::*;

const NAMES: [&str; 7] = ["Ada", "Bruno", "Chloé", "Dmitri", "Emma", "Farid", "Grace"];

/// Challenger, defender, and the player who resigns.
const GAMES: [[u64; 3]; 12] = [
    [2, 1, 2],
    [3, 2, 2],
    [5, 4, 5],
    [7, 5, 5],
    [6, 4, 6],
    [3, 1, 1],
    [7, 4, 4],
    [6, 5, 5],
    [2, 1, 1],
    [5, 6, 5],
    [4, 7, 4],
    [1, 3, 1],
];

#[tokio::test]
async fn pictures_of_the_guide() {
    for (file, preset, reach) in [("ladder", "leapfrog", "all"), ("pyramid", "pyramid", "tier")] {
        let club = Club::new(preset, &format!("reach={reach} out=9 in=9 again=none"), 0).await;
        for (user, name) in (1..).zip(NAMES) {
            let person = Person { user: UserId(user), name: name.to_owned() };
            players::join(&club.games, club.ladder, &person).await.expect("joins");
        }
        club.rate(&[
            (1, 1712.0, 60.0),
            (2, 1655.0, 70.0),
            (3, 1690.0, 65.0),
            (4, 1580.0, 80.0),
            (5, 1498.0, 90.0),
            (6, 1545.0, 200.0),
            (7, 1607.0, 95.0),
        ])
        .await;
        for (number, [challenger, defender, loser]) in GAMES.into_iter().enumerate() {
            if number == 6 {
                club.wait(24 * 9);
            }
            let person_of = |user: u64| Person { user: UserId(user), name: NAMES[user as usize - 1].to_owned() };
            let new = LadderChallenge {
                challenger: person_of(challenger),
                defender_name: Some(person_of(defender).name),
                ..club.new_challenge(challenger, defender)
            };
            let Ok((_, done)) = players::challenge(&club.games, new).await else { continue };
            let game = done.replayed.record.game.game_id;
            club.accept(game, defender).await.expect("accepts");
            club.resign(game, loser).await;
            club.table().await;
        }
        let answer = club.say(UserId(3), "ladder show").await.png;
        assert_is_in_guide(file, &answer);
    }
}
