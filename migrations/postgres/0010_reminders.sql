-- A player who is away is reminded for some days, not a number of times: twenty games may be due in one minute.
alter table player add column silent_since bigint; -- when the first reminder since their last action was sent; null: they have acted
alter table player drop column ignored;

-- The direct message that lists the games of which a player was reminded.
create table reminder_message (
    user_id    bigint not null primary key,
    channel_id bigint not null,
    discord_id bigint not null, -- the message
    posted_at  bigint not null, -- when it pinged; edits do not
    shown      bigint not null  -- fingerprint of what it says
);
