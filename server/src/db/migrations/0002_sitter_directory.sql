-- The contract's areaOf in SQL, so that the directory can search what it shows and nothing more: the
-- parts without a digit, the first of several left out. A test holds the two against each other.
-- What is trimmed is written out: what counts as a space is not a matter of the database's locale.
CREATE FUNCTION area_of(location text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT string_agg(part, ', ' ORDER BY place)
  FROM (
    SELECT part, row_number() OVER (ORDER BY n) AS place, count(*) OVER () AS parts
    FROM (
      SELECT n, btrim(piece, E' \t\n\u000B\f\r\u00A0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF') AS part
      FROM unnest(string_to_array(location, ',')) WITH ORDINALITY AS pieces (piece, n)
    ) trimmed
    WHERE part <> ''
  ) filled
  WHERE (parts = 1 OR place > 1) AND part !~ '[0-9]'
$$;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "area" text GENERATED ALWAYS AS (area_of(location)) STORED;--> statement-breakpoint
CREATE INDEX "users_directory_newest" ON "users" USING btree ("created_at","id") WHERE "users"."role" in ('pet_sitter', 'both') and "users"."suspended_at" is null;--> statement-breakpoint
-- One column each, as for jobs: the planner then knows how common a word is.
CREATE INDEX users_directory_words ON users USING gin (
  full_name gin_trgm_ops, area gin_trgm_ops, bio gin_trgm_ops
) WHERE role IN ('pet_sitter', 'both') AND suspended_at IS NULL;
