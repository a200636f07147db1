-- What organizers of servers do, and what is posted for them.
--
-- The new tables are empty. The indexes on games and on rated games are made in seconds for a million games.

-- What organizers have done. Rows are only added.
create table audit (
    guild_id   integer not null,
    request_id integer not null, -- Discord's interaction id, or random with the top bit set: a request is written once
    at         integer not null,
    actor      integer, -- user id; null: the host
    action     text    not null,
    game_id    integer,
    ladder_id  integer,
    user_id    integer, -- whom it is about
    detail     text   , -- what exactly
    reason     text   , -- untrusted text
    primary key (guild_id, request_id)
) strict, without rowid;

create index audit_at on audit (guild_id, at, request_id);

-- How an organizer wants to end a game, until they confirm it. Rows are deleted after some days.
create table organizer_question (
    request_id integer not null primary key, -- the command: its buttons name it
    guild_id   integer not null,
    actor      integer not null,
    game_id    integer not null,
    version    integer not null, -- of the game that the organizer was shown
    decision   text    not null, -- `win USER`, `draw`, `annul`
    reason     text    not null, -- untrusted text
    at         integer not null
) strict;

-- The message of a day with the changes of all ladders of a server: it is edited as they come. No row: they are posted nowhere.
create table ladder_digest (
    guild_id   integer not null primary key,
    channel_id integer not null,
    began_at   integer not null,
    since      text    not null, -- JSON: the last change of each ladder before this message
    shown      text    not null, -- JSON: the last change of each ladder in this message
    total      integer not null, -- changes of all ladders that are shown or left out
    message_id integer, -- null: not posted yet
    next_at    integer not null, -- not to be looked at before: a claim, a pause between edits, or after a failure
    problem    text    -- of the last try
) strict;

-- The role that the leader of a ladder has.
create table leader_role (
    ladder_id integer not null primary key references ladder (ladder_id) on delete cascade,
    guild_id  integer not null,
    role_id   integer not null,
    set_by    integer not null, -- who is told when it can no longer be given
    holder    integer, -- who has it
    given     integer, -- who is being given it: written before Discord is asked
    seen      integer not null, -- changes of the ladder when the role was last looked at
    next_at   integer not null, -- not to be looked at before: a claim, or a pause after a failure
    is_told   integer not null default 0, -- 1: the organizer knows that it cannot be given
    problem   text    -- of the last try
) strict;

-- Games of a server, the newest first.
create index game_guild on game (guild_id, created_at) where guild_id is not null;
create index rated_game_guild on rated_game (guild_id, ended_at) where guild_id is not null;
-- Games that were annulled after their result was counted: few.
create index game_annulled on game (game_id) where phase = 'void' and is_counted = 1;
