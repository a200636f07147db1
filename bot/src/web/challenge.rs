//! `/new`: a challenge from a browser. It is made like one of `/play`, and appears in Discord as if typed there.

use std::cmp::Reverse;
use std::sync::Arc;

use axum::extract::rejection::{FormRejection, QueryRejection};
use axum::extract::{Query, State};
use axum::http::header::LOCATION;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{Html, IntoResponse as _, Response};
use axum::{Extension, Form};
use base::clean::clean;
use discord::Interaction;
use games::Limited;
use games::domain::challenge_draft::Whom;
use games::domain::{
    ChannelId, GameId, GameSummary, GuildId, Origin, Person, Phase, Player, RequestId, SeatedPlayer, UserId,
};
use games::store::StoreError;
use maud::{Markup, html};
use serde::Deserialize;
use serde_json::Map;

use crate::context::{Ctx, Problem};
use crate::features::engine::service::USUAL_LEVEL;
use crate::features::guided_play::options::{preset_names, set, set_pace, values};
use crate::features::guided_play::view::{games as games_to_choose, paces};
use crate::features::guided_play::{send_to, with_game};
use crate::features::presets::presets_of;
use crate::features::refusals;
use crate::localization::{Language, localize};
use crate::web::document::{Reader, games_link, shell};
use crate::web::markup;
use crate::web::members::read_guild;
use crate::web::problem::PageProblem;
use crate::web::session::Visitor;
use crate::web::site::Site;

const ANYBODY: &str = "anybody";
const ENGINE: &str = "engine";

/// Characters of a name in a list.
const LONGEST_NAME: usize = 60;

/// People who are listed as opponents.
const OPPONENTS: usize = 100;

/// Finished games of a person that say where and with whom they play.
const FINISHED: u32 = 300;

/// Servers that are tried when none is named.
const SERVERS: usize = 3;

#[derive(Debug, Default, Deserialize)]
pub(super) struct ServerQuery {
    #[serde(default)]
    server: String,
}

/// The form as it was filled in. An empty choice leaves an option as usual.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Filled {
    /// Chosen at random for each form, so that it sends one challenge.
    form: String,
    server: String,
    whom: String,
    level: String,
    game: String,
    pace: String,
    color: String,
    rated: String,
}

/// A server in which a person can make challenges.
pub(super) struct Place {
    pub(super) guild: GuildId,
    pub(super) person: Person,
    /// The person's own games there, the newest first.
    games: Vec<GameSummary>,
    seeks_channel: Option<ChannelId>,
    presets: Vec<String>,
}

/// Why a challenge is not made.
enum Refusal {
    /// Said beside the form.
    Beside(Problem),
    Page(PageProblem),
}

/// A choice that no form of ours offers.
const UNKNOWN: Problem = Problem::Key("web-no-such-choice");

impl From<Problem> for Refusal {
    fn from(problem: Problem) -> Self {
        Self::Beside(problem)
    }
}

impl From<PageProblem> for Refusal {
    fn from(problem: PageProblem) -> Self {
        Self::Page(problem)
    }
}

impl From<StoreError> for Refusal {
    fn from(error: StoreError) -> Self {
        Self::Page(error.into())
    }
}

impl Refusal {
    fn sentence(self, language: Language) -> Result<String, PageProblem> {
        match self {
            Self::Beside(Problem::Key(key)) => Ok(language.localize(key, &[])),
            Self::Beside(Problem::Text(text)) => Ok(text),
            Self::Beside(Problem::Game(error, _)) => refusals::sentence(language, &error).ok_or_else(|| error.into()),
            Self::Beside(Problem::Internal(cause)) => Err(cause.into()),
            Self::Beside(Problem::Ladder(_) | Problem::Tournament(_)) => Err(PageProblem::NotFound),
            Self::Page(problem) => Err(problem),
        }
    }
}

/// `/new`
pub(super) async fn page(
    State(site): State<Arc<Site>>,
    Extension(visitor): Extension<Visitor>,
    query: Result<Query<ServerQuery>, QueryRejection>,
) -> Response {
    let result = async {
        let Query(ServerQuery { server }) = query.map_err(|_| PageProblem::NotFound)?;
        let place = site.place(visitor, &server, Limited::Completions).await?;
        let form = format!("{:016x}", site.app.games.random.bits());
        Ok::<_, PageProblem>(place.form(&site, visitor.reader, &Filled { form, ..Filled::default() }, None))
    };
    match result.await {
        Ok(page) => Html(page.into_string()).into_response(),
        Err(problem) => problem.page(visitor.reader),
    }
}

/// A `POST` to `/new`: makes the challenge. What is refused is shown again, with the reason.
pub(super) async fn send(
    State(site): State<Arc<Site>>,
    Extension(visitor): Extension<Visitor>,
    headers: HeaderMap,
    sent: Result<Form<Filled>, FormRejection>,
) -> Response {
    let result = async {
        let Form(filled) = sent?;
        site.check_origin(&headers)?;
        let place = site.place(visitor, &filled.server, Limited::Interactions).await?;
        let reader = visitor.reader;
        match Box::pin(site.send_challenge(&place, reader.language, &filled)).await {
            Ok(address) => Ok((StatusCode::SEE_OTHER, [(LOCATION, address)]).into_response()),
            Err(refusal) => {
                let sentence = refusal.sentence(reader.language)?;
                let page = place.form(&site, reader, &filled, Some(&sentence));
                Ok::<_, PageProblem>((StatusCode::CONFLICT, Html(page.into_string())).into_response())
            }
        }
    };
    match result.await {
        Ok(answer) => answer,
        Err(problem) => problem.page(visitor.reader),
    }
}

impl Site {
    async fn place(&self, visitor: Visitor, server: &str, limited: Limited) -> Result<Place, PageProblem> {
        let user = visitor.signed_in()?;
        self.app.games.check_rate(user, limited)?;
        let games = self.latest_games(user).await?;
        self.place_of(user, &games, server).await
    }

    /// The person's open games and those that finished lately, the newest first.
    pub(super) async fn latest_games(&self, user: UserId) -> Result<Vec<GameSummary>, PageProblem> {
        let own = &self.app.games;
        let mut games = own.games_of(user, &[Phase::Playing, Phase::Offered], u32::MAX).await?;
        let finished = own.store.finished_of(user, FINISHED).await?;
        let finished: Vec<GameId> = finished.iter().map(|finished| finished.game.game_id).collect();
        games.extend(own.store.summaries_of(&finished).await?);
        games.sort_by_key(|summary| Reverse(summary.game.challenge.created_at));
        Ok(games)
    }

    /// The server of this id, or else that of the person's newest game in a server that they have not left.
    pub(super) async fn place_of(
        &self,
        user: UserId,
        games: &[GameSummary],
        server: &str,
    ) -> Result<Place, PageProblem> {
        if !server.is_empty() {
            return self.place_in(read_guild(server)?, user, games).await;
        }
        let mut servers = Vec::new();
        for guild in games.iter().filter_map(|summary| summary.game.place.guild_id) {
            if !servers.contains(&guild) {
                servers.push(guild);
            }
        }
        let mut problem = PageProblem::NoChannel;
        for guild in servers.into_iter().take(SERVERS) {
            match self.place_in(guild, user, games).await {
                Err(PageProblem::NotAMember) => problem = PageProblem::NotAMember,
                place => return place,
            }
        }
        Err(problem)
    }

    async fn place_in(&self, guild: GuildId, user: UserId, games: &[GameSummary]) -> Result<Place, PageProblem> {
        let own = &self.app.games;
        let there = games.iter().filter(|summary| summary.game.place.guild_id == Some(guild));
        let games: Vec<GameSummary> = there.cloned().collect();
        // Nobody makes us ask Discord about servers that they do not know.
        let seeks_channel = if games.is_empty() {
            self.public_guild(guild).await?.seeks_channel
        } else {
            own.preferences_of_guild(guild).await?.seeks_channel
        };
        let person = self.member(guild, user).await?;
        let [presets, of_server] = presets_of(own, user, Some(guild)).await?;
        let place = Place { guild, person, games, seeks_channel, presets: preset_names(&presets, &of_server) };
        place.channel(None).ok_or(PageProblem::NoChannel)?;
        Ok(place)
    }

    /// Makes the challenge, and returns the address of its page: a game that has begun, or the list of own games.
    async fn send_challenge(&self, place: &Place, language: Language, filled: &Filled) -> Result<String, Refusal> {
        let request = Self::request(GameId(0), place.person.user, 0, &format!("challenge {}", filled.form));
        let store = &self.app.games.store;
        if store.game_of_request(request).await?.is_none() {
            let whom = self.opponent(place, language, &filled.whom).await?;
            self.give_command(place, language, filled, request, whom).await?;
        }
        let game = store.game_of_request(request).await?.ok_or(PageProblem::NotFound)?;
        let record = self.app.games.record(game).await?.ok_or(PageProblem::NotFound)?;
        let has_board = matches!(record.game.phase, Phase::Playing | Phase::Over);
        Ok(if has_board { format!("/g/{game}") } else { "/me".to_owned() })
    }

    /// The chosen opponent, if they are still there.
    async fn opponent(&self, place: &Place, language: Language, whom: &str) -> Result<Whom, Refusal> {
        match whom {
            "" => return Err(Problem::Key("web-whom").into()),
            ANYBODY => return Ok(Whom::Anybody),
            ENGINE => return Ok(Whom::Engine),
            _ => {}
        }
        let listed = place.opponents().find(|seat| seat.player.to_string() == whom);
        let opponent = listed.and_then(|seat| seat.player.person()).ok_or(UNKNOWN)?;
        match self.member(place.guild, opponent).await {
            Err(PageProblem::NotAMember) => {
                Err(Problem::Text(localize!(language, "web-opponent-left", player = opponent.0)).into())
            }
            person => Ok(Whom::people([person?])),
        }
    }

    /// Sends it as a command with these options would.
    async fn give_command(
        &self,
        place: &Place,
        language: Language,
        filled: &Filled,
        request: RequestId,
        whom: Whom,
    ) -> Result<(), Problem> {
        let opponent = whom.known_people().first().map(|person| person.user);
        let channel_id = place.channel(opponent).ok_or(Problem::Key("web-no-channel"))?;
        let origin = Origin { guild_id: Some(place.guild), channel_id };
        let mut command = Interaction::typed("play", request, place.person.clone(), origin, language.code());
        let ctx = Ctx { app: &self.app, language, interaction: &command };
        let mut options = with_game(ctx, Map::new(), &filled.game).await?.ok_or(UNKNOWN)?;
        if !filled.pace.is_empty() {
            set_pace(&mut options, &filled.pace).ok_or(UNKNOWN)?;
        }
        let of_opponent = if whom == Whom::Engine { ("level", &filled.level) } else { ("rated", &filled.rated) };
        for (option, value) in [("color", &filled.color), of_opponent] {
            if !value.is_empty() {
                set(&mut options, option, value).ok_or(UNKNOWN)?;
            }
        }
        command.options = options;
        drop(send_to(Ctx { app: &self.app, language, interaction: &command }, whom).await?);
        Ok(())
    }
}

impl Place {
    /// The people with whom the person has played there, the latest first.
    fn opponents(&self) -> impl Iterator<Item = &SeatedPlayer> {
        let mut known = vec![self.person.user];
        let seats = self.games.iter().flat_map(|summary| &summary.seats);
        let is_new = move |seat: &&SeatedPlayer| {
            let other = seat.player.person().filter(|user| !known.contains(user));
            known.extend(other);
            other.is_some()
        };
        seats.filter(is_new).take(OPPONENTS)
    }

    /// The channel for a challenge: where the two played last, so that both can see it; to others, where the person
    /// played last. The channels of competitions are the organizers'.
    pub(super) fn channel(&self, opponent: Option<UserId>) -> Option<ChannelId> {
        let has_played =
            |summary: &&GameSummary| opponent.is_none_or(|user| summary.seats.iter().any(|seat| seat.player == user));
        let channel = |summary: &GameSummary| summary.game.place.channel_id;
        let mut games = self.games.iter().filter(has_played);
        let own = games.clone().find(|summary| summary.game.competition.is_none()).map(channel);
        own.or(self.seeks_channel.filter(|_| opponent.is_none())).or_else(|| games.next().map(channel))
    }

    fn form(&self, site: &Site, reader: Reader, filled: &Filled, refusal: Option<&str>) -> Markup {
        let (language, games) = (reader.language, &site.app.games);
        let title = localize!(language, "help-button-play");
        let names: Vec<&SeatedPlayer> = self.opponents().collect();
        let name_of = |player: Player| names.iter().find(|seat| seat.player == player).map(|seat| seat.name.as_str());
        let pair = |value: &str, key: &str| (value.to_owned(), language.localize(key, &[]));
        let usual = || pair("", "guide-usual");
        let people = names.iter().map(|seat| (seat.player.to_string(), clean(&seat.name, LONGEST_NAME)));
        let engine = games.engine_queue.as_ref().map(|_| pair(ENGINE, "button-play-engine"));
        let whom: Choices = [pair("", "web-whom")]
            .into_iter()
            .chain(people)
            .chain([pair(ANYBODY, "guide-button-anybody")])
            .chain(engine)
            .collect();
        let without_description = |(value, text, _): (String, String, String)| (value, text);
        let (entries, game) = games_to_choose(language, &Map::new(), &self.presets);
        let (paces, _) = paces(language, &Map::new(), games.default_time_control());
        let paces: Choices = [usual()].into_iter().chain(paces.into_iter().map(without_description)).collect();
        let rated = vec![pair("", "guide-usual"), pair("yes", "guide-rated-yes"), pair("no", "guide-rated-no")];
        let level = USUAL_LEVEL.0.to_string();
        let or = |value: &str, default: &str| if value.is_empty() { default.to_owned() } else { value.to_owned() };
        let entries: Choices = entries.into_iter().map(without_description).collect();
        let main = html! {
            main.games {
                header {
                    (games_link(language))
                    h1 { (title) }
                }
                form.new method="post" action="/new" {
                    @if let Some(refusal) = refusal { p.problem role="alert" { (markup::to_html(refusal, name_of)) } }
                    input type="hidden" name="form" value=(filled.form);
                    input type="hidden" name="server" value=(self.guild.0);
                    (select("whom", &localize!(language, "guide-whom"), &whom, &filled.whom))
                    @if games.engine_queue.is_some() {
                        (select("level", &localize!(language, "guide-ask-level"), &values(language, "level"), &or(&filled.level, &level)))
                    }
                    (select("game", &localize!(language, "guide-game"), &entries, &or(&filled.game, &game)))
                    (select("pace", &localize!(language, "guide-pace"), &paces, &filled.pace))
                    (select("color", &localize!(language, "guide-ask-color"), &values(language, "color"), &or(&filled.color, "random")))
                    (select("rated", &localize!(language, "guide-ask-rated"), &rated, &filled.rated))
                    p { (localize!(language, "web-where-sent")) }
                    button type="submit" { (localize!(language, "guide-button-send")) }
                }
            }
        };
        shell(language, &title, &html! { meta name="robots" content="noindex"; }, &main)
    }
}

/// Values with their texts.
type Choices = Vec<(String, String)>;

fn select(name: &str, label: &str, choices: &[(String, String)], chosen: &str) -> Markup {
    html! {
        label {
            (label)
            select name=(name) {
                @for (value, text) in choices { option value=(value) selected[value == chosen] { (text) } }
            }
        }
    }
}
