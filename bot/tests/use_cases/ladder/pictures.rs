//! The pictures of the guide about ladders match the program's output.

use clubs::ladders::{LadderChallenge, players};
use clubs::ratings::recomputation;
use games::domain::rating::{Rating, RatingGroup, RatingKey};
use games::domain::{Person, UserId};
use serde_json::json;

use crate::use_cases::support::guide_pictures::assert_is_in_guide;

use super::Club;

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
        let (group, guild) = (RatingGroup::Standard, Some(super::GUILD));
        let rating = |(user, (points, deviation))| {
            let at = Some(club.clock_now());
            (
                RatingKey { user: UserId(user), group, guild },
                Rating { rating: points, deviation, volatility: 0.06, games: 9, at },
            )
        };
        let points = [
            (1712.0, 60.0),
            (1655.0, 70.0),
            (1690.0, 65.0),
            (1580.0, 80.0),
            (1498.0, 90.0),
            (1545.0, 200.0),
            (1607.0, 95.0),
        ];
        let ratings = (1..).zip(points).map(rating).collect();
        let replaced = recomputation::replace_ratings(&club.games, 0, group, ratings, Vec::new(), Vec::new());
        assert!(replaced.await.expect("stored"));
        for (number, [challenger, defender, loser]) in GAMES.into_iter().enumerate() {
            if number == 6 {
                club.wait(24 * 9);
            }
            let named = |user: u64| Person { user: UserId(user), name: NAMES[user as usize - 1].to_owned() };
            let new = LadderChallenge {
                challenger: named(challenger),
                defender_name: Some(named(defender).name),
                ..club.new_challenge(challenger, defender)
            };
            let Ok((_, done)) = players::challenge(&club.games, new).await else { continue };
            let game = done.replayed.record.game.game_id;
            club.accept(game, defender).await.expect("accepts");
            club.resign(game, loser).await;
            club.table().await;
        }
        let drawn = club.command(UserId(3), "ladder show", json!({})).await.png;
        assert_is_in_guide(file, &drawn);
    }
}
