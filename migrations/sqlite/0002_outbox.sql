-- A claim is a fact of its own: whoever opens the file after a crash may void it without undoing a pause between two tries.
alter table outbox add column claimed_until integer;  -- null: nobody is sending it
-- Tries of which nobody knows whether Discord carried them out; a claim counts until it is known.
alter table outbox add column doubts integer not null default 0;
-- Nobody sends while the tables change: what was in flight may stand in a channel.
update outbox set doubts = attempts, available_at = created_at where dead is null;

-- What one notice says may stand in several places: in each player's direct messages.
create table posted_in (
    game_id    integer not null references game (game_id) on delete cascade,
    version    integer not null,
    word       text    not null,               -- kind of notice
    channel_id integer not null,
    discord_id integer not null,
    primary key (game_id, version, word, channel_id)
) strict, without rowid;
insert into posted_in (game_id, version, word, channel_id, discord_id)
    select game_id, version, word, channel_id, discord_id from posted;
drop table posted;
alter table posted_in rename to posted;
