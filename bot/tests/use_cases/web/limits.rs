//! Many requests from one address, where the proxy names it.

use reqwest::header::{ACCEPT, RETRY_AFTER};
use reqwest::{RequestBuilder, Response};

use crate::use_cases::web::{CLIENT_ADDRESS, Site};

const FLOOD: &str = "192.0.2.66";

impl Site {
    fn request_from(&self, address: &str, path: &str) -> RequestBuilder {
        self.client.get(format!("{}{path}", self.origin)).header(CLIENT_ADDRESS, address)
    }

    async fn get_from(&self, address: &str, path: &str) -> Response {
        self.request_from(address, path).send().await.expect("an answer")
    }
}

#[tokio::test]
async fn a_flood_from_one_address_keeps_nobody_else_waiting() {
    let (site, game) = Site::with_public_game().await;
    let page = format!("/g/{game}");
    for count in 0..300 {
        // Earlier addresses, which clients can forge, are ignored.
        let answer = site.get_from(&format!("10.0.0.{}, {FLOOD}", count % 256), "/robots.txt").await;
        assert_eq!(answer.status(), 200, "request {count}");
    }
    let mut refused = None;
    // A bucket refills meanwhile.
    for _ in 0..100 {
        let answer = site.get_from(FLOOD, &page).await;
        if answer.status() == 429 {
            refused = Some(answer);
            break;
        }
    }
    let refused = refused.expect("refused");
    let wait: u64 = refused.headers()[RETRY_AFTER].to_str().expect("visible").parse().expect("seconds");
    assert!((1..=30).contains(&wait), "{wait}");
    assert!(refused.headers().contains_key("content-security-policy"));
    assert!(refused.text().await.expect("a text").contains("Many requests come from your network right now."));
    for address in ["192.0.2.67", "2001:db8::1", "no address"] {
        assert_eq!(site.get_from(address, &page).await.status(), 200, "{address}");
    }
    assert_eq!(site.get(&page, "").await.status, 200, "whom no proxy names");
}

#[tokio::test]
async fn a_script_is_told_in_json_that_its_address_has_to_wait() {
    let site = Site::start().await;
    for _ in 0..1_000 {
        let answer =
            site.request_from(FLOOD, "/robots.txt").header(ACCEPT, "application/json").send().await.expect("an answer");
        if answer.status() == 429 {
            let problem: serde_json::Value = answer.json().await.expect("JSON");
            assert!(problem["problem"].as_str().expect("a sentence").starts_with("Many requests"), "{problem}");
            return;
        }
        assert_eq!(answer.status(), 200);
    }
    panic!("1,000 requests at once were answered");
}

#[tokio::test]
async fn one_address_follows_so_many_games_and_those_that_are_closed_make_room() {
    let (site, game) = Site::with_public_game().await;
    let events = format!("/g/{game}/events");
    let mut open = Vec::new();
    for _ in 0..200 {
        let answer = site.get_from(FLOOD, &events).await;
        assert_eq!(answer.status(), 200);
        open.push(answer);
    }
    assert_eq!(site.get_from(FLOOD, &events).await.status(), 429);
    assert_eq!(site.get_from("192.0.2.67", &events).await.status(), 200);
    drop(open);
    // The server notices it at its next write, or at the end of the connection.
    let mut status = 429;
    for _ in 0..100 {
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
        status = site.get_from(FLOOD, &events).await.status().as_u16();
        if status == 200 {
            break;
        }
    }
    assert_eq!(status, 200);
}
