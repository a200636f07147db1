-- Ladders of servers: ordered lists of players who challenge those above them.
--
-- The events are the truth: the table is what they add up to. `table_json` is the table after `table_events` events, so that no
-- command has to add up all of them. The new tables are empty, and the index on vacations is made in well under a second.

-- A ladder of a server.
create table ladder (
    ladder_id     integer not null primary key,     -- random, 45 bits
    guild_id      integer not null,
    name          text    not null,                 -- untrusted text
    name_key      text    not null,                 -- the same in lower case: no two open ladders of a server share it
    preset        text    not null,                 -- what the rules began with
    rules         text    not null,                 -- JSON
    setup         text    not null,                 -- setup line of its games
    time_control  text    not null,                 -- of its games
    version       integer not null,                 -- counts writes; a write names the version on which it was decided
    events        integer not null,                 -- rows of `ladder_event`
    changes       integer not null,                 -- rows of `ladder_change`
    advanced_at   integer not null,                 -- silences and inactivities up to this instant have taken effect
    next_timer_at integer,                          -- when the next one does
    closed_at     integer,
    table_json    text    not null,                 -- JSON: the table after so many events
    table_events  integer not null
) strict;

create unique index ladder_name on ladder (guild_id, name_key) where closed_at is null;
create index ladder_guild on ladder (guild_id);
create index ladder_timer on ladder (next_timer_at) where next_timer_at is not null and closed_at is null;

-- What happened on a ladder. Rows are only added.
create table ladder_event (
    ladder_id integer not null references ladder (ladder_id) on delete cascade,
    sequence  integer not null,                     -- 1 is the first one
    event     text    not null,                     -- JSON, with its instant
    at        integer not null,
    actor     integer,                              -- user id; null: a game or the time
    note      text,                                 -- what an organizer says about it: untrusted text
    primary key (ladder_id, sequence)
) strict, without rowid;

-- Which places changed, so that the table of any day can be shown. It follows from the events.
create table ladder_change (
    ladder_id  integer not null references ladder (ladder_id) on delete cascade,
    number     integer not null,                    -- 1 is the first one
    user_id    integer not null,
    from_place integer,                             -- null: was not on the ladder
    to_place   integer,                             -- null: is no longer on it
    reason     text    not null,
    at         integer not null,
    game_id    integer,                             -- the game that caused it
    note       text,                                -- what an organizer says about it: untrusted text
    primary key (ladder_id, number)
) strict, without rowid;

create index ladder_change_at on ladder_change (ladder_id, at);
create index ladder_change_user on ladder_change (ladder_id, user_id, number);

-- Who is or was on a ladder.
create table ladder_player (
    ladder_id      integer not null references ladder (ladder_id) on delete cascade,
    user_id        integer not null,
    name           text    not null,                -- display name as last seen: untrusted text
    vacation_until integer,                         -- the vacation that the ladder knows of
    primary key (ladder_id, user_id)
) strict, without rowid;

create index ladder_player_user on ladder_player (user_id);
create index ladder_player_vacation on ladder_player (vacation_until) where vacation_until is not null;
create index vacation_until on vacation (until_at);

-- A game on a ladder. Written before the game itself, with the event of its challenge: a row whose game does not come is
-- annulled after a minute.
create table ladder_game (
    game_id    integer not null primary key,
    ladder_id  integer not null references ladder (ladder_id) on delete cascade,
    challenger integer not null,
    defender   integer not null,
    phase      text    not null,                    -- the phase of the game that the ladder knows of
    settled    integer not null,                    -- 1: the ladder is done with it
    result     text,                                -- `won`, `lost` or `drawn` by the challenger; null: no effect, or not over
    created_at integer not null,
    ended_at   integer
) strict;

create index ladder_game_open on ladder_game (ladder_id) where settled = 0;
create index ladder_game_challenger on ladder_game (ladder_id, challenger, ended_at);
create index ladder_game_defender on ladder_game (ladder_id, defender, ended_at);
