-- A claim is a fact of its own, apart from a pause between two tries. It ends with its lease and never before: whoever has it may
-- live in another process.
alter table outbox add column claimed_until bigint;  -- null: nobody is sending it
-- Tries of which nobody knows whether Discord carried them out; a claim counts until it is known.
alter table outbox add column doubts bigint not null default 0;
update outbox set doubts = attempts, available_at = created_at where dead is null;

-- What one notice says may stand in several places: in each player's direct messages.
alter table posted drop constraint posted_pkey;
alter table posted add primary key (game_id, version, word, channel_id);
