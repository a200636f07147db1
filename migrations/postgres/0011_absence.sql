-- When clocks stand still. Vacations are their person's and hold for all games of theirs.
create table absence (
    user_id    bigint not null,
    number     bigint not null check (number > 0),         -- of two that are added at once, one finds it taken
    from_at    bigint not null,
    until_at   bigint not null check (until_at >= from_at), -- stopped early: until then
    automatic  bigint not null,                             -- 1: began by itself, instead of a loss on time
    request_id bigint not null,
    ended_by   bigint,                                      -- the request that stopped it early
    wake_at    bigint,                                      -- when the games of this person have to be looked at
    primary key (user_id, number)
);

create index absence_wake on absence (wake_at) where wake_at is not null;

-- Of the running turn: zone and sleeping hours of the player as they were when it began, and the spans in which all clocks stood.
alter table game add column hours text collate "C";  -- Europe/Paris 23:00-07:00; null: UTC, no sleep
alter table game add column stops text collate "C";  -- 1700000000000-1700000060000, more with a comma; null: none
alter table game add column time bigint;  -- milliseconds that it has, where that is not what pace and clock say
