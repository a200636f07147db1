//! `doctor`: the delivery of interactions.

use std::net::SocketAddr;

use anyhow::bail;
use serde_json::Value;

use discord::endpoint::PublicKey;

/// Checks whether the application sends interactions where these settings expect them. Discord uses one way only: the
/// Interactions Endpoint URL if there is one, and the gateway otherwise.
pub(crate) fn route(
    gateway: bool,
    endpoint: Option<(SocketAddr, PublicKey)>,
    application: &Value,
) -> anyhow::Result<String> {
    if let (Some((_, key)), Some(expected)) = (endpoint, application["verify_key"].as_str())
        && !key.to_string().eq_ignore_ascii_case(expected)
    {
        bail!("`discord.public_key` is the key of another application; this one has {expected}");
    }
    match (application["interactions_endpoint_url"].as_str(), endpoint) {
        (Some(url), Some(_)) => Ok(format!("Discord posts them to {url}, and none to the gateway")),
        (Some(url), None) => bail!(
            "Discord posts them to {url}, and this program serves no such address: remove the Interactions Endpoint URL in the \
             developer portal, or set `http.listen` and `discord.public_key`"
        ),
        (None, Some((listen, _))) if gateway => Ok(format!(
            "Discord sends them through the gateway; to have them posted to {listen}, save an Interactions Endpoint URL in the \
             developer portal"
        )),
        (None, None) if gateway => Ok("Discord sends them through the gateway".to_owned()),
        (None, _) => bail!(
            "Discord sends them through the gateway, and `discord.gateway` is false: save the Interactions Endpoint URL in the \
             developer portal, or set it to true"
        ),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn settings_that_contradict_the_developer_portal_are_reported() {
        // From RFC 8032, section 7.1, test 1.
        let own = "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a".to_owned();
        let key = own.parse::<PublicKey>().expect("a key");
        let endpoint = Some((([127, 0, 0, 1], 8080).into(), key));
        let url = "https://sumito.example/interactions";
        let other = "f".repeat(64);
        for (gateway, endpoint, url, verify_key, expected) in [
            (true, None, None, &own, Ok("Discord sends them through the gateway")),
            (
                true,
                endpoint,
                None,
                &own,
                Ok("to have them posted to 127.0.0.1:8080, save an Interactions Endpoint URL"),
            ),
            (true, endpoint, Some(url), &own, Ok("Discord posts them to https://sumito.example/interactions")),
            (false, endpoint, Some(url), &own, Ok("Discord posts them to https://sumito.example/interactions")),
            (true, None, Some(url), &own, Err("this program serves no such address")),
            (false, endpoint, None, &own, Err("`discord.gateway` is false")),
            (true, endpoint, Some(url), &other, Err("is the key of another application; this one has fff")),
        ] {
            let application = json!({ "interactions_endpoint_url": url, "verify_key": verify_key });
            let finding = route(gateway, endpoint, &application).map_err(|error| error.to_string());
            match (&finding, expected) {
                (Ok(text), Ok(part)) | (Err(text), Err(part)) => assert!(text.contains(part), "{text}"),
                _ => panic!("{finding:?} is not {expected:?}"),
            }
        }
    }
}
