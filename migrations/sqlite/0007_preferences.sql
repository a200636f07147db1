-- What people and servers have chosen, as JSON; null: nothing. Read together, changed together, never searched.
alter table player add column preferences text;

create table guild (
    guild_id    integer not null primary key,
    preferences text
) strict;
