/**
 * Random numbers that depend only on a row's number and a salt, and picks from an array: uniform,
 * or with the first words common and the last ones rare.
 */
export const FUNCTIONS = `
  CREATE FUNCTION pg_temp.chance(i bigint, salt int) RETURNS float8 LANGUAGE sql IMMUTABLE AS
    $$ SELECT (hashint8extended(i, salt) & 9007199254740991) / 9007199254740992.0 $$;
  CREATE FUNCTION pg_temp.pick(words text[], i bigint, salt int) RETURNS text LANGUAGE sql IMMUTABLE AS
    $$ SELECT words[1 + floor(pg_temp.chance(i, salt) * cardinality(words))::int] $$;
  CREATE FUNCTION pg_temp.rarely(words text[], i bigint, salt int) RETURNS text LANGUAGE sql IMMUTABLE AS
    $$ SELECT words[1 + floor(pg_temp.chance(i, salt) ^ 3.2 * cardinality(words))::int] $$;
  CREATE FUNCTION pg_temp.member(n bigint) RETURNS uuid LANGUAGE sql IMMUTABLE AS
    $$ SELECT overlay(overlay(md5('kindpal-seed-member-' || n) placing '4' from 13)
      placing '8' from 17)::uuid $$`;

/** Members `$1`, by turns an owner, a sitter, both. First names `$2`, last names `$3`. */
export const MEMBERS = `
  WITH made AS (
    INSERT INTO auth."user" (id, name, email, email_verified)
    SELECT pg_temp.member(n), 'Member ' || n, 'member-' || n || '@' || $5::text, true
    FROM generate_series(1, $1::bigint) n
    ON CONFLICT DO NOTHING)
  INSERT INTO users (id, first_name, last_name, role, active_role, place_id, location, address, bio, is_verified, created_at)
  SELECT pg_temp.member(n), pg_temp.pick($2::text[], n, 1), pg_temp.pick($3::text[], n, 2),
    (ARRAY['both', 'pet_owner', 'pet_sitter'])[1 + n % 3],
    CASE n % 3 WHEN 2 THEN 'pet_sitter' ELSE 'pet_owner' END,
    town.id, town.label, '12 Oak Street',
    'Animals have always been part of the family, and the neighbors know where to find us.',
    n % 4 = 0, now() - interval '400 days' * pg_temp.chance(n, 4)
  FROM generate_series(1, $1::bigint) n
    JOIN places town ON town.id = pg_temp.pick($4::text[], n, 3)::int
  ON CONFLICT DO NOTHING`;

/** What a trigger does for each new member, when triggers are skipped. */
export const RATINGS = `
  INSERT INTO ratings (member_id, is_listed)
  SELECT id, role IN ('pet_sitter', 'both') AND suspended_at IS NULL FROM users
  ON CONFLICT DO NOTHING`;

/** The same password hash `$2` for members up to `$1`, replacing an earlier seed's. */
export const PASSWORDS = `
  WITH forgotten AS (
    DELETE FROM auth.account a USING auth."user" u WHERE u.id = a.user_id AND u.email LIKE '%@' || $3)
  INSERT INTO auth.account (account_id, provider_id, user_id, password)
  SELECT pg_temp.member(n)::text, 'credential', pg_temp.member(n), $2
  FROM generate_series(1, $1::bigint) n`;

/**
 * Jobs number `$1` to `$2` of `$3`, the last one newest; owners among members `$4`; a share `$5`
 * open. Open jobs start in the future and completed ones have ended, so that scheduled tasks find
 * nothing to do.
 */
export const JOBS = `
  INSERT INTO jobs (id, owner_id, title, description, place_id, location, address, job_type, start_date, end_date,
    time_zone, total_amount, hourly_rate, status, cancel_code, created_at, special_instructions,
    pet_name, pet_breed, pet_size)
  SELECT gen_random_uuid(),
    pg_temp.member(1 + 3 * floor(pg_temp.chance(i, 1) * $4::bigint / 3)::bigint),
    replace(replace(title, '{pet}', pet), '{breed}', breed),
    replace(replace(replace(replace(text, '{pet}', pet), '{breed}', breed), '{thing}', thing), '{no}', no::text),
    town.id, town.label,
    no || ' ' || pg_temp.rarely($11::text[], i, 9) || ' ' || pg_temp.pick($12::text[], i, 10),
    (ARRAY['pet_sitting', 'dog_walking', 'both'])[1 + floor(pg_temp.chance(i, 12) ^ 1.6 * 3)::int],
    start_date,
    start_date + CASE WHEN status = 'completed' THEN interval '30 minutes'
      ELSE interval '1 hour' + interval '15 minutes' * floor(pg_temp.chance(i, 13) ^ 4 * 600) END,
    'America/New_York', 10 + floor(pg_temp.chance(i, 14) * 190),
    CASE WHEN pg_temp.chance(i, 15) < 0.4 THEN 12 + floor(pg_temp.chance(i, 16) * 18) END,
    status, CASE WHEN status = 'cancelled' THEN 'expired' END, created_at,
    CASE WHEN pg_temp.chance(i, 17) < 0.3 THEN 'Allergic to nuts; the vet''s number is on the fridge.' END,
    pet, breed, (ARRAY['small', 'medium', 'large', 'extra_large'])[1 + floor(pg_temp.chance(i, 18) * 4)::int]
  FROM generate_series($1::bigint, $2::bigint) i,
    LATERAL (SELECT pg_temp.rarely($6::text[], i, 2) AS pet, pg_temp.rarely($7::text[], i, 3) AS breed,
      pg_temp.pick($8::text[], i, 4) AS title,
      pg_temp.pick($9::text[], i, 5) || ' ' || pg_temp.pick($10::text[], i, 6) || ' '
        || pg_temp.pick($14::text[], i, 7) AS text,
      pg_temp.rarely($15::text[], i, 8) AS thing,
      1 + floor(pg_temp.chance(i, 19) * 180)::int AS no,
      date_trunc('milliseconds', now()) - interval '200 days' * (($3::bigint - i)::float8 / $3::bigint)
        - interval '1 second' AS created_at,
      CASE WHEN i % 1000 < 1000 * $5::float8 THEN 'open'
        ELSE (ARRAY['completed', 'completed', 'completed', 'completed', 'completed', 'completed',
          'claimed', 'claimed', 'in_progress', 'cancelled'])[1 + floor(pg_temp.chance(i, 20) * 10)::int]
      END AS status) drawn,
    LATERAL (SELECT id, label FROM places
      WHERE id = pg_temp.rarely($13::text[], i, 11)::int) town,
    LATERAL (SELECT CASE
        WHEN status = 'completed' THEN created_at + (now() - created_at) * pg_temp.chance(i, 21) * 0.9
        WHEN status = 'in_progress' THEN now() - interval '30 minutes' * pg_temp.chance(i, 21)
        ELSE date_trunc('hour', now())
          + interval '1 day' + interval '15 minutes' * floor(pg_temp.chance(i, 21) * 5760)
      END AS start_date) timed`;

/** A claim for each job that must have one; sitters among members `$1`. */
export const CLAIMS = `
  INSERT INTO job_claims (job_id, sitter_id, claimed_at, started_at, completed_at, confirmed_at,
    ended_at, end_reason, ended_by, start_date, end_date)
  SELECT id, pg_temp.member(2 + 3 * floor(pg_temp.chance(hashtextextended(id::text, 0), 1) * $1::bigint / 3)::bigint),
    created_at + interval '1 second',
    CASE WHEN status <> 'claimed' THEN start_date END,
    CASE WHEN status = 'completed' THEN end_date END, CASE WHEN status = 'completed' THEN end_date END,
    CASE WHEN status = 'completed' THEN end_date END, CASE WHEN status = 'completed' THEN 'completed' END,
    CASE WHEN status = 'completed' THEN owner_id END, start_date, end_date
  FROM jobs job
  WHERE status IN ('claimed', 'in_progress', 'completed')
    AND NOT EXISTS (SELECT FROM job_claims claim WHERE claim.job_id = job.id)
  ON CONFLICT DO NOTHING`;

/** A sitter cannot be in two places: jobs whose claim was refused were never claimed. */
export const UNCLAIMED = `
  UPDATE jobs job SET status = 'cancelled', cancel_code = 'expired'
  WHERE status IN ('claimed', 'in_progress', 'completed')
    AND NOT EXISTS (SELECT FROM job_claims claim WHERE claim.job_id = job.id)`;

/** A short chat in one of five claims that has none yet. */
export const MESSAGES_OF_CLAIMS = `
  INSERT INTO messages (job_id, claim_id, sender_id, client_id, content, created_at)
  SELECT claim.job_id, claim.id, CASE WHEN n % 2 = 1 THEN claim.sitter_id ELSE job.owner_id END,
    gen_random_uuid(), pg_temp.pick($1::text[], seed + n, 2), claim.claimed_at + interval '4 minutes' * n
  FROM job_claims claim JOIN jobs job ON job.id = claim.job_id,
    LATERAL (SELECT hashtextextended(claim.id::text, 0) / 2 AS seed) drawn,
    generate_series(1, 2 + floor(pg_temp.chance(seed, 3) * 7)::int) n
  WHERE pg_temp.chance(seed, 4) < 0.2
    AND NOT EXISTS (SELECT FROM messages message WHERE message.claim_id = claim.id)`;
