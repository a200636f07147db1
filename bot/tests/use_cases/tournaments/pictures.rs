//! The pictures of the guide about events match the program's output.

use super::*;

const NAMES: [&str; 8] = ["Ada", "Bruno", "Chloé", "Dmitri", "Emma", "Farid", "Grace", "Hugo"];

/// The stronger player mostly wins; some games are drawn.
async fn play_round(event: &Event) {
    let open = event.open().await;
    event.clock.advance(120_000);
    for (game, first, second) in open {
        // Colors are random.
        let (stronger, weaker) = (first.0.min(second.0), first.0.max(second.0));
        match (stronger * 3 + weaker) % 5 {
            0 => event.lose(game, UserId(stronger)).await,
            1 => {
                let outcome = event.decide(first, Verdict::Draw).await;
                outcome.expect("open");
            }
            _ => event.lose(game, UserId(weaker)).await,
        }
    }
}

#[tokio::test]
async fn pictures_of_the_guide_about_events() {
    let events = [
        ("event-swiss", "Spring Swiss", Format::Swiss, 8, 3),
        ("event-round-robin", "Everybody", Format::RoundRobin, 6, 4),
        ("event-cup", "Autumn cup", Format::KnockOut, 8, 3),
        ("event-teams", "Red against Blue", Format::TeamMatch, 8, 2),
    ];
    for (file, name, format, players, rounds) in events {
        let event = Event::with(format, Some(5), 0, |new| {
            name.clone_into(&mut new.name);
            if format == Format::TeamMatch {
                new.rules.teams = Some(["Red", "Blue"].map(str::to_owned));
            }
        })
        .await;
        for (user, name) in (1..).zip(NAMES).take(players) {
            let player = Person { user: UserId(user), name: name.to_owned() };
            let team = (format == Format::TeamMatch).then_some(u8::from(user % 2 == 0));
            entrants::enter(&event.games, event.id, &player, &[], team).await.expect("joins");
        }
        event.begin().await;
        for _ in 0..rounds {
            play_round(&event).await;
        }
        event.follow().await;
        let answer = event.say(ORGANIZER, "event standings").await.png;
        assert_is_in_guide(file, &answer);
    }
}
