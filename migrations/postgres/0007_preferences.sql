-- What people and servers have chosen, as JSON; null: nothing. Read together, changed together, never searched.
alter table player add column preferences text collate "C";

create table guild (
    guild_id    bigint not null primary key,
    preferences text collate "C"
);
