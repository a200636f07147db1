-- What organizers of servers do, and what is posted for them.
--
-- The new tables are empty. The indexes on games and on rated games are made in seconds for a million games.

-- What organizers have done. Rows are only added.
create table audit (
    guild_id   bigint not null,
    request_id bigint not null, -- Discord's interaction id, or random with the top bit set: a request is written once
    at         bigint not null,
    actor      bigint, -- user id; null: the host
    action     text collate "C" not null,
    game_id    bigint,
    ladder_id  bigint,
    user_id    bigint, -- whom it is about
    detail     text collate "C", -- what exactly
    reason     text collate "C", -- untrusted text
    primary key (guild_id, request_id)
);

create index audit_at on audit (guild_id, at, request_id);

-- How an organizer wants to end a game, until they confirm it. Rows are deleted after some days.
create table organizer_question (
    request_id bigint not null primary key, -- the command: its buttons name it
    guild_id   bigint not null,
    actor      bigint not null,
    game_id    bigint not null,
    version    bigint not null, -- of the game that the organizer was shown
    decision   text collate "C" not null, -- `win USER`, `draw`, `annul`
    reason     text collate "C" not null, -- untrusted text
    at         bigint not null
);

-- The message of a day with the changes of all ladders of a server: it is edited as they come. No row: they are posted nowhere.
create table ladder_digest (
    guild_id   bigint not null primary key,
    channel_id bigint not null,
    began_at   bigint not null,
    since      text collate "C" not null, -- JSON: the last change of each ladder before this message
    shown      text collate "C" not null, -- JSON: the last change of each ladder in this message
    total      bigint not null, -- changes of all ladders that are shown or left out
    message_id bigint, -- null: not posted yet
    next_at    bigint not null, -- not to be looked at before: a claim, a pause between edits, or after a failure
    problem    text collate "C" -- of the last try
);

-- The role that the leader of a ladder has.
create table leader_role (
    ladder_id bigint not null primary key references ladder (ladder_id) on delete cascade,
    guild_id  bigint not null,
    role_id   bigint not null,
    set_by    bigint not null, -- who is told when it can no longer be given
    holder    bigint, -- who has it
    given     bigint, -- who is being given it: written before Discord is asked
    seen      bigint not null, -- changes of the ladder when the role was last looked at
    next_at   bigint not null, -- not to be looked at before: a claim, or a pause after a failure
    is_told   bigint not null default 0, -- 1: the organizer knows that it cannot be given
    problem   text collate "C" -- of the last try
);

-- Games of a server, the newest first.
create index game_guild on game (guild_id, created_at) where guild_id is not null;
create index rated_game_guild on rated_game (guild_id, ended_at) where guild_id is not null;
-- Games that were annulled after their result was counted: few.
create index game_annulled on game (game_id) where phase = 'void' and is_counted = 1;
