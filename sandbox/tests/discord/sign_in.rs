//! The page that asks users of browsers who they are.

use reqwest::redirect::Policy;
use reqwest::{Client, Url};
use sandbox::Options;
use serde_json::Value;

use crate::harness::{Harness, TestResult};

const CALLBACK: &str = "http://127.0.0.1:9/back";

/// From RFC 7636, appendix B.
const VERIFIER: &str = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
const CHALLENGE: &str = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";

struct Page {
    harness: Harness,
    browser: Client,
}

impl Page {
    async fn open() -> anyhow::Result<Self> {
        let options = Options { redirects: vec![CALLBACK.to_owned()], ..Options::default() };
        let browser = Client::builder().no_proxy().redirect(Policy::none()).build()?;
        Ok(Self { harness: Harness::start_with(options).await?, browser })
    }

    /// The address of the page, with one field of it changed.
    fn address(&self, changed: (&str, &str)) -> anyhow::Result<Url> {
        let fields = [
            ("response_type", "code"),
            ("client_id", &*self.harness.bot),
            ("scope", "identify"),
            ("state", "a&b"),
            ("redirect_uri", CALLBACK),
            ("code_challenge", CHALLENGE),
            ("code_challenge_method", "S256"),
        ];
        let fields = fields.map(|(name, value)| (name, if name == changed.0 { changed.1 } else { value }));
        Ok(Url::parse_with_params(&format!("{}/oauth2/authorize", self.harness.sandbox.base_url()), fields)?)
    }

    /// Presses a button. Returns what the address has to which the browser is sent.
    async fn decide(&self, user: &str) -> anyhow::Result<Vec<(String, String)>> {
        let answer = self.browser.post(self.address(("", ""))?).form(&[("user", user)]).send().await?;
        assert_eq!(answer.status(), 303);
        let address = Url::parse(answer.headers()["location"].to_str()?)?;
        assert!(address.as_str().starts_with(&format!("{CALLBACK}?")), "{address}");
        Ok(address.query_pairs().into_owned().collect())
    }

    async fn code(&self) -> anyhow::Result<String> {
        let fields = self.decide(&self.harness.ada).await?;
        assert_eq!((&*fields[0].0, &fields[1]), ("code", &("state".to_owned(), "a&b".to_owned())));
        Ok(fields[0].1.clone())
    }

    async fn exchange(&self, code: &str, address: &str, verifier: &str) -> anyhow::Result<(u16, Value)> {
        let form = [
            ("client_id", &*self.harness.bot),
            ("client_secret", self.harness.sandbox.client_secret()),
            ("grant_type", "authorization_code"),
            ("code", code),
            ("redirect_uri", address),
            ("code_verifier", verifier),
        ];
        let url = format!("{}/api/v10/oauth2/token", self.harness.sandbox.base_url());
        let answer = self.browser.post(url).form(&form).send().await?;
        Ok((answer.status().as_u16(), answer.json().await?))
    }
}

#[tokio::test]
async fn a_user_allows_or_refuses_and_the_browser_is_sent_back() -> TestResult {
    let page = Page::open().await?;
    let asked = page.browser.get(page.address(("", ""))?).send().await?;
    assert_eq!(asked.status(), 200);
    assert_eq!(asked.headers()["referrer-policy"], "same-origin");
    let html = asked.text().await?;
    assert!(html.contains("Authorize as Ada") && html.contains("Cancel"), "{html}");
    let (status, token) = page.exchange(&page.code().await?, CALLBACK, VERIFIER).await?;
    assert_eq!(status, 200, "{token}");
    let url = format!("{}/api/v10/users/@me", page.harness.sandbox.base_url());
    let token = token["access_token"].as_str().unwrap_or_default().to_owned();
    let user: Value = page.browser.get(url).bearer_auth(token).send().await?.json().await?;
    assert_eq!(user["id"], page.harness.ada);
    let refused = page.decide("").await?;
    assert_eq!(refused[0], ("error".to_owned(), "access_denied".to_owned()));
    Ok(())
}

#[tokio::test]
async fn a_question_that_discord_would_not_ask_is_refused() -> TestResult {
    let page = Page::open().await?;
    for changed in [
        ("client_id", "5"),
        ("redirect_uri", "http://127.0.0.1:9/other"),
        ("response_type", "token"),
        ("scope", "identify email"),
        ("code_challenge", ""),
        ("code_challenge_method", "plain"),
    ] {
        let url = page.address(changed)?;
        let posted = page.browser.post(url.clone()).form(&[("user", &*page.harness.ada)]).send().await?;
        let statuses = [page.browser.get(url).send().await?.status(), posted.status()].map(|status| status.as_u16());
        assert_eq!(statuses, [400, 400], "{changed:?}");
    }
    let unknown = page.browser.post(page.address(("", ""))?).form(&[("user", "5")]).send().await?;
    assert_eq!(unknown.status(), 400);
    Ok(())
}

#[tokio::test]
async fn a_code_works_once_for_ten_minutes_and_for_its_browser_alone() -> TestResult {
    let page = Page::open().await?;
    for (address, verifier) in [(CALLBACK, "forged"), (CALLBACK, ""), ("http://127.0.0.1:9/other", VERIFIER)] {
        assert_eq!(page.exchange(&page.code().await?, address, verifier).await?.0, 400, "{address} {verifier}");
    }
    let code = page.code().await?;
    page.harness.users.advance(590_000).await?;
    assert_eq!(page.exchange(&code, CALLBACK, VERIFIER).await?.0, 200);
    assert_eq!(page.exchange(&code, CALLBACK, VERIFIER).await?.1["error"], "invalid_grant", "it is used");
    let late = page.code().await?;
    page.harness.users.advance(600_000).await?;
    assert_eq!(page.exchange(&late, CALLBACK, VERIFIER).await?.0, 400);
    Ok(())
}
