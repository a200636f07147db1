-- When the program last lived: one row, written each minute by whichever process is there.
create table heartbeat (
    one bigint not null primary key check (one = 1),
    at  bigint not null
);

-- When no process lived for longer than the host's limit: no clock ran meanwhile.
create table outage (
    from_at  bigint not null primary key,     -- the last heartbeat before it
    until_at bigint not null,
    credited bigint not null                  -- 1: every clock that ran has been put right
);
