-- A restored database counts its transactions anew, so positions in the log of changes name the
-- history that they belong to. `origin` is the database that wrote this history.
ALTER TABLE live_horizon
  ADD COLUMN history text NOT NULL DEFAULT left(gen_random_uuid()::text, 8),
  ADD COLUMN origin text;
