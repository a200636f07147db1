-- Reminders since this person last did anything: after some they are left alone.
alter table player add column ignored integer not null default 0;
-- When their next digest is due; null: they get none.
alter table player add column digest_at integer;
create index player_digest on player (digest_at) where digest_at is not null;
