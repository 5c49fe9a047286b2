-- A table that brought more in a day than any has is held since then: nothing more of it is taken until the owner says so.

alter table tables add column held_at timestamptz;
