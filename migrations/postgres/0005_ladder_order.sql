-- The order of a ladder's players after some of its changes, so that the table of an earlier day takes few of them.
--
-- A ladder that had changes before this migration gets its first row with its next thousandth change; until then the table of
-- an earlier day undoes all later changes. The new table is empty.

create table ladder_order (
    ladder_id bigint not null references ladder (ladder_id) on delete cascade,
    number    bigint not null,                                                   -- of the last change before it, in `ladder_change`
    players   text collate "C" not null,                                         -- JSON: user ids from the top
    primary key (ladder_id, number)
);
