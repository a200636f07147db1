-- When the program last lived: one row, written each minute by whichever process is there.
create table heartbeat (
    one integer not null primary key check (one = 1),
    at  integer not null
) strict, without rowid;

-- When no process lived for longer than the host's limit: no clock ran meanwhile.
create table outage (
    from_at  integer not null primary key,     -- the last heartbeat before it
    until_at integer not null,
    credited integer not null                  -- 1: every clock that ran has been put right
) strict, without rowid;
