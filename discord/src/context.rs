//! The context of the answer to an interaction.

use std::ops::Deref;

use base::ids::{GuildId, UserId};
use serenity::all::Permissions;

use crate::custom_id::CustomId;
use crate::interaction::Interaction;
use crate::localization::{Language, Texts, Values};

pub trait App {
    type Texts: Texts;
}

/// An interaction with the context of its answer. Dereferences to the interaction: `ctx.text("game")`.
pub struct Ctx<'a, A: App> {
    pub app: &'a A,
    pub language: Language<A::Texts>,
    pub interaction: &'a Interaction,
}

impl<A: App> Clone for Ctx<'_, A> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<A: App> Copy for Ctx<'_, A> {}

/// A custom id that cannot be parsed: drawn by an earlier version, or forged.
#[derive(Debug)]
pub struct UnknownButton;

#[derive(Debug)]
pub enum NotManaged {
    /// Direct messages have no server.
    NoServer,
    NotManager,
}

impl<'a, A: App> Ctx<'a, A> {
    pub fn new(app: &'a A, interaction: &'a Interaction) -> Self {
        Self { app, language: Language::of(&interaction.locale), interaction }
    }

    pub const fn user(&self) -> UserId {
        self.interaction.person.user
    }

    pub fn localize(&self, key: &str, values: &Values<'_, A::Texts>) -> String {
        self.language.localize(key, values)
    }

    /// The server, if this person may manage it. Discord shows such commands to managers only, but a client can send
    /// them anyway.
    pub fn managed_server(&self) -> Result<GuildId, NotManaged> {
        let guild = self.origin.guild_id.ok_or(NotManaged::NoServer)?;
        if self.may(Permissions::MANAGE_GUILD) { Ok(guild) } else { Err(NotManaged::NotManager) }
    }

    pub fn button<B: CustomId>(&self) -> Result<B, UnknownButton> {
        self.interaction.button().ok_or(UnknownButton)
    }
}

impl<A: App> Deref for Ctx<'_, A> {
    type Target = Interaction;

    fn deref(&self) -> &Interaction {
        self.interaction
    }
}
