//! Pacing of requests to Discord: one queue for each kind of request in a channel, and no wait longer than a
//! delivery.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::Body;
use axum::http::{Method, Response, Uri};
use discord::api::{InstanceId, LoginSource, Redirected};
use discord::rest::Rest;
use discord::{DiscordApi as _, DiscordError, EditMessage, OutgoingMessage};
use games::domain::{ChannelId, UserId};
use secrecy::SecretString;
use tokio::net::TcpListener;

type Outcome = anyhow::Result<()>;

const STRANGERS: LoginSource = LoginSource::Address(None);

/// Answers each request with a head, and records its time and target.
struct Server {
    base: String,
    rest: Arc<Rest>,
    head: Arc<Mutex<&'static str>>,
    asked: Arc<Mutex<Vec<(Instant, String)>>>,
}

impl Server {
    async fn answering(head: &'static str) -> anyhow::Result<Self> {
        Self::start(head, |_| "{}").await
    }

    /// Chooses the body of each answer by the request's body.
    async fn start(head: &'static str, answer: BodyOf) -> anyhow::Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let base = format!("http://{}", listener.local_addr()?);
        let rest = Rest::new(&base, &SecretString::from("t"), Some(SecretString::from("s")), 50, 10)?;
        let requests = Arc::<Mutex<Vec<_>>>::default();
        let log = Arc::clone(&requests);
        let head = Arc::new(Mutex::new(head));
        let heads = Arc::clone(&head);
        let app = Router::new().fallback(async move |method: Method, uri: Uri, sent: String| {
            log.lock().expect("free").push((Instant::now(), format!("{method} {uri}")));
            let head = *heads.lock().expect("free");
            let mut lines = head.split("\r\n");
            let status = lines.next().and_then(|line| line.split(' ').next()?.parse().ok()).unwrap_or(500_u16);
            let headers = lines.filter_map(|line| line.split_once(": "));
            headers
                .fold(Response::builder().status(status), |response, (name, value)| response.header(name, value))
                .body(Body::from(answer(&sent)))
                .expect("a response")
        });
        tokio::spawn(async move { axum::serve(listener, app).await });
        Ok(Self { base, rest, head, asked: requests })
    }

    fn answer_with(&self, head: &'static str) {
        *self.head.lock().expect("free") = head;
    }

    /// The Activity of a known application.
    async fn activity(&self) -> anyhow::Result<Arc<Rest>> {
        self.rest.identify().await?;
        self.asked.lock().expect("free").clear();
        Ok(Arc::clone(&self.rest))
    }

    fn requests(&self) -> Vec<(Instant, String)> {
        self.asked.lock().expect("free").clone()
    }
}

/// The body of an answer, by the body of its request.
type BodyOf = fn(&str) -> &'static str;

#[tokio::test]
async fn changes_of_different_messages_share_the_pace_of_their_channel() -> Outcome {
    let server = Server::answering(
        "200 OK\r\nx-ratelimit-bucket: b\r\nx-ratelimit-limit: 1\r\nx-ratelimit-remaining: 0\r\nx-ratelimit-reset-after: 1.5",
    )
    .await?;
    for message in 1..=3 {
        server.rest.edit(ChannelId(7), message, &EditMessage::new()).await?;
    }
    let requests = server.requests();
    assert!(requests[2].1.starts_with("PATCH /api/v10/channels/7/messages/3"), "{requests:?}");
    for pair in requests.windows(2) {
        let pause = pair[1].0 - pair[0].0;
        assert!(pause > Duration::from_millis(1200), "{pause:?}");
    }
    // Another channel has its own pace.
    let start = Instant::now();
    server.rest.edit(ChannelId(8), 4, &EditMessage::new()).await?;
    assert!(start.elapsed() < Duration::from_millis(1200), "{:?}", start.elapsed());
    Ok(())
}

#[tokio::test]
async fn a_limit_that_lasts_is_told_and_not_waited_for() -> Outcome {
    for head in [
        "200 OK\r\nx-ratelimit-bucket: b\r\nx-ratelimit-limit: 1\r\nx-ratelimit-remaining: 0\r\nx-ratelimit-reset-after: 280",
        "429 Too Many Requests\r\nretry-after: 590\r\nx-ratelimit-global: true",
    ] {
        let server = Server::answering(head).await?;
        let _ = server.rest.delete(ChannelId(7), 1).await;
        let second = tokio::time::timeout(Duration::from_mins(1), server.rest.delete(ChannelId(7), 2)).await?;
        let Err(DiscordError::RateLimited { pause, .. }) = second else { panic!("{head}: {second:?}") };
        assert!(pause > Duration::from_secs(270), "{head}: {pause:?}");
        assert_eq!(server.requests().len(), 1, "{head}: nothing is sent meanwhile");
    }
    Ok(())
}

#[tokio::test]
async fn direct_messages_are_opened_at_a_pace_of_their_own() -> Outcome {
    let server = Server::answering("200 OK").await?;
    // Far more at once than fit into ten seconds, at ten per second.
    let opened = futures::future::join_all((0..150).map(|user| {
        let rest = Arc::clone(&server.rest);
        async move { tokio::time::timeout(Duration::from_secs(1), rest.open_dm(UserId(user))).await }
    }));
    let start = Instant::now();
    let outcomes = opened.await;
    let refusals =
        outcomes.iter().filter(|outcome| matches!(outcome, Ok(Err(DiscordError::RateLimited { .. })))).count();
    assert!((40..=60).contains(&refusals), "{refusals} were told to come back");
    let requests = server.requests().len();
    // A busy machine ends the second late.
    let most = 2 + (10.0 * start.elapsed().as_secs_f64()) as usize;
    assert!((5..=most).contains(&requests), "{requests} were opened in {:?}", start.elapsed());
    // Everything else is sent meanwhile.
    let before = Instant::now();
    server.rest.edit(ChannelId(8), 4, &EditMessage::new()).await?;
    assert!(before.elapsed() < Duration::from_secs(3), "{:?}", before.elapsed());
    Ok(())
}

#[tokio::test]
async fn a_rate_limit_keeps_its_code() -> Outcome {
    let server = Server::start(
        "429 Too Many Requests\r\ncontent-type: application/json",
        |_| "{\"message\":\"no\",\"retry_after\":20.5,\"code\":40333}",
    )
    .await?;
    let answer = server.rest.delete(ChannelId(7), 1).await;
    let Err(error @ DiscordError::RateLimited { pause, .. }) = answer else { panic!("{answer:?}") };
    assert_eq!((error.code(), pause), (40_333, Duration::from_millis(20_500)));
    Ok(())
}

/// The pause after an answer with this body and head.
async fn pause_after(head: &'static str, answer: BodyOf) -> anyhow::Result<Duration> {
    let server = Server::start(head, answer).await?;
    match server.rest.delete(ChannelId(7), 1).await {
        Err(DiscordError::RateLimited { pause, .. }) => Ok(pause),
        other => anyhow::bail!("{head}: {other:?}"),
    }
}

#[tokio::test]
async fn a_pause_that_makes_no_sense_is_short_and_a_long_one_is_bounded() -> Outcome {
    const LIMITED: &str = "429 Too Many Requests";
    const GLOBAL: &str = "429 Too Many Requests\r\nx-ratelimit-global: true";
    let (second, minute) = (Duration::from_secs(1), Duration::from_mins(1));
    let bodies: [(BodyOf, Duration, Duration); 9] = [
        (|_| "{\"retry_after\":1e300}", 5 * minute, 10 * minute),
        (|_| "{\"retry_after\":1e15}", 5 * minute, 10 * minute),
        (|_| "{\"retry_after\":172800}", 5 * minute, 10 * minute),
        (|_| "{\"retry_after\":-5}", second, second),
        (|_| "{\"retry_after\":\"NaN\"}", second, second),
        (|_| "{\"retry_after\":\"7\"}", second, second),
        (|_| "{\"retry_after\":null}", second, second),
        (|_| "{}", second, second),
        (|_| "{\"retry_after\":7}", 7 * second, 7 * second),
    ];
    for (body, of_route, of_all) in bodies {
        assert_eq!(pause_after(LIMITED, body).await?, of_route, "{}", body(""));
        assert_eq!(pause_after(GLOBAL, body).await?, of_all, "{}", body(""));
    }
    for (head, expected) in [
        ("429 Too Many Requests\r\nretry-after: 1e300", 5 * minute),
        ("429 Too Many Requests\r\nretry-after: inf", 5 * minute),
        ("429 Too Many Requests\r\nretry-after: -5", second),
        ("429 Too Many Requests\r\nretry-after: NaN", second),
        ("429 Too Many Requests\r\nretry-after: soon", second),
        ("429 Too Many Requests\r\nretry-after: 7", 7 * second),
    ] {
        assert_eq!(pause_after(head, |_| "{}").await?, expected, "{head}");
    }
    Ok(())
}

#[tokio::test]
async fn a_rate_limit_that_makes_no_sense_holds_nothing() -> Outcome {
    for head in [
        "200 OK\r\nx-ratelimit-bucket: b\r\nx-ratelimit-limit: 1\r\nx-ratelimit-remaining: 0\r\nx-ratelimit-reset-after: -5",
        "200 OK\r\nx-ratelimit-bucket: b\r\nx-ratelimit-limit: 1\r\nx-ratelimit-remaining: 0\r\nx-ratelimit-reset-after: NaN",
        "200 OK\r\nx-ratelimit-bucket: b\r\nx-ratelimit-limit: 1\r\nx-ratelimit-remaining: 0\r\nx-ratelimit-reset-after: soon",
        "200 OK\r\nx-ratelimit-bucket: b\r\nx-ratelimit-limit: 1\r\nx-ratelimit-remaining: 0",
        "429 Too Many Requests\r\nx-ratelimit-global: true\r\nretry-after: -5",
    ] {
        let server = Server::answering(head).await?;
        for message in 1..=2 {
            let sent = tokio::time::timeout(Duration::from_secs(10), server.rest.delete(ChannelId(7), message)).await?;
            assert!(sent.is_ok() || head.starts_with("429"), "{head}: {sent:?}");
        }
        assert_eq!(server.requests().len(), 2, "{head}");
    }
    Ok(())
}

#[tokio::test]
async fn one_absurd_pause_in_a_channel_holds_back_only_the_message_that_was_refused() -> Outcome {
    for pause in ["1e300", "1e15", "3600"] {
        let limited = format!(
            "429 Too Many Requests\r\nretry-after: {pause}\r\nx-ratelimit-bucket: b\r\nx-ratelimit-limit: 5\r\n\
             x-ratelimit-remaining: 0\r\nx-ratelimit-reset-after: {pause}"
        );
        let server = Server::start(limited.leak(), |_| "{\"id\":\"1\",\"channel_id\":\"7\"}").await?;
        let post = OutgoingMessage::text("a board");
        let Err(DiscordError::RateLimited { pause, .. }) = server.rest.post(ChannelId(7), &post, "0").await else {
            panic!("it is sent")
        };
        assert_eq!(pause, Duration::from_mins(5));
        server.answer_with("200 OK");
        let nonces: Vec<_> = (1..46).map(|number| number.to_string()).collect();
        let posts = futures::future::join_all(nonces.iter().map(|nonce| server.rest.post(ChannelId(7), &post, nonce)));
        for outcome in tokio::time::timeout(Duration::from_secs(20), posts).await? {
            outcome?;
        }
    }
    Ok(())
}

#[tokio::test]
async fn a_message_with_this_nonce_in_another_channel_is_not_the_one() -> Outcome {
    let server = Server::start("200 OK\r\ncontent-type: application/json", |sent| {
        if sent.contains("\"nonce\":\"n\"") {
            "{\"id\":\"1\",\"channel_id\":\"8\"}"
        } else {
            "{\"id\":\"2\",\"channel_id\":\"7\"}"
        }
    })
    .await?;
    let post = OutgoingMessage::default();
    assert_eq!(server.rest.post(ChannelId(7), &post, "n").await?, 2);
    assert_eq!(server.rest.post(ChannelId(8), &post, "n").await?, 1);
    Ok(())
}

#[tokio::test]
async fn a_page_instead_of_an_answer_is_told_with_its_status() -> Outcome {
    for (head, sentence) in [
        (
            "502 Bad Gateway\r\ncontent-type: text/html",
            "HTTP status 502 without a code of Discord's: a proxy or Cloudflare may have answered",
        ),
        ("429 Too Many Requests\r\nretry-after: 7", "HTTP status 429 without a code of Discord's: wait 7s"),
    ] {
        let server = Server::start(head, |_| "<html><title>cloudflare</title></html>").await?;
        let refused = server.rest.delete(ChannelId(7), 1).await.expect_err("refused");
        assert_eq!(refused.to_string(), sentence);
    }
    Ok(())
}

#[tokio::test]
async fn a_file_is_downloaded_from_discord_alone_and_not_for_ever() -> Outcome {
    let server = Server::start("200 OK", |_| "user\n1\n").await?;
    let file = format!("{}/attachments/1/2/players.csv", server.base);
    assert_eq!(server.rest.download(&file, 7).await?, b"user\n1\n");
    for (url, most, sentence) in [
        (file.as_str(), 6, "a file has more than 6 bytes"),
        ("https://discord.example/players.csv", 7, "a file is kept by somebody else than Discord"),
        ("https://cdn.discordapp.com.example/players.csv", 7, "a file is kept by somebody else than Discord"),
    ] {
        let refused = server.rest.download(url, most).await.expect_err("refused");
        assert!(refused.to_string().contains(sentence), "{refused}");
    }
    let missing = Server::start("404 Not Found", |_| "").await?;
    let file = format!("{}/attachments/1/2/players.csv", missing.base);
    assert!(missing.rest.download(&file, 7).await.is_err());
    Ok(())
}

#[tokio::test]
async fn a_code_of_a_browser_is_exchanged_with_its_address_and_its_secret() -> Outcome {
    let server = Server::start("200 OK", |sent| match sent {
        "" => "{\"id\":\"77\"}",
        sent if sent.ends_with("&code=c&redirect_uri=https%3A%2F%2Fa.example%2Fb&code_verifier=v") => {
            "{\"access_token\":\"t\"}"
        }
        _ => "{}",
    })
    .await?;
    let logins = server.activity().await?;
    for (verifier, person) in [("v", Some(UserId(77))), ("w", None)] {
        let redirected = Redirected { address: "https://a.example/b", verifier };
        assert_eq!(logins.person_of_code("c", Some(redirected), STRANGERS).await?, person);
    }
    Ok(())
}

#[tokio::test]
async fn logins_wait_until_discord_takes_them_again_and_hold_up_nothing_else() -> Outcome {
    let server = Server::start("200 OK", |_| "{\"id\":\"77\"}").await?;
    let activity = server.activity().await?;
    server.answer_with("429 Too Many Requests\r\nretry-after: 590\r\nx-ratelimit-global: true");
    for _ in 0..2 {
        let refused = activity.person_of_code("forged", None, STRANGERS).await;
        let Err(DiscordError::RateLimited { pause, .. }) = refused else { panic!("{refused:?}") };
        assert!(pause > Duration::from_secs(500), "{pause:?}");
    }
    assert_eq!(server.requests().len(), 1, "Discord is not asked meanwhile");
    server.answer_with("200 OK");
    server.rest.delete(ChannelId(7), 1).await?;
    assert!(activity.person_of_code("forged", None, STRANGERS).await.is_err());
    assert_eq!(server.requests().len(), 2);
    Ok(())
}

#[tokio::test]
async fn of_many_logins_some_go_at_once_some_wait_and_the_others_are_refused() -> Outcome {
    let server = Server::start("200 OK", |_| "{\"id\":\"77\"}").await?;
    let activity = server.activity().await?;
    server.answer_with("400 Bad Request");
    let start = Instant::now();
    let logins = futures::future::join_all((0..100).map(|_| {
        let login = activity.person_of_code("forged", None, STRANGERS);
        async move { tokio::time::timeout(Duration::from_secs(1), login).await }
    }));
    let outcomes = logins.await;
    let refused =
        outcomes.iter().filter(|outcome| matches!(outcome, Ok(Err(DiscordError::RateLimited { .. })))).count();
    let answered = outcomes.iter().filter(|outcome| matches!(outcome, Ok(Ok(None)))).count();
    // A busy machine ends the second late.
    let most = 11 + (2.0 * start.elapsed().as_secs_f64()) as usize;
    assert!((75..=80).contains(&refused), "{refused} were refused");
    assert!((10..=most).contains(&answered), "{answered} were answered in {:?}", start.elapsed());
    assert!(server.requests().len() <= most, "{:?}", server.requests().len());
    // Opening a board does not wait in their queue.
    let instance = InstanceId::new("i-1".to_owned()).expect("a name");
    let addresses = ["192.0.2.7", "192.0.2.8"].map(|address| LoginSource::Address(address.parse().ok()));
    for source in [LoginSource::Instance(instance)].into_iter().chain(addresses) {
        let login = activity.person_of_code("used", None, source.clone());
        assert_eq!(tokio::time::timeout(Duration::from_secs(1), login).await??, None, "{source:?}");
    }
    Ok(())
}
