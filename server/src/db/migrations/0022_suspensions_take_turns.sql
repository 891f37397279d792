-- The account is locked before its parts, as everything that changes an account does it.
CREATE OR REPLACE FUNCTION apply_suspension() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.suspended_at IS NOT NULL THEN
    PERFORM FROM auth."user" WHERE id = NEW.id FOR UPDATE;
    DELETE FROM auth.verification WHERE value = NEW.id::text;
    DELETE FROM auth.session WHERE user_id = NEW.id;
    DELETE FROM auth.email_change WHERE user_id = NEW.id;
  END IF;
  INSERT INTO change_events (table_name, op, row_id, job_id)
  SELECT 'jobs', CASE WHEN NEW.suspended_at IS NULL THEN 'insert' ELSE 'delete' END, id, id
  FROM jobs WHERE owner_id = NEW.id AND status = 'open';
  RETURN NULL;
END $$;
--> statement-breakpoint
-- A claim may have waited for its job while its sitter or the job's owner was suspended: only the
-- winner of a claim comes here, and a suspension that comes later waits until the claim has committed.
CREATE OR REPLACE FUNCTION limit_live_claims() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT count(*) FROM (
        SELECT FROM users WHERE suspended_at IS NULL
          AND id IN (NEW.sitter_id, (SELECT owner_id FROM jobs WHERE id = NEW.job_id))
        FOR SHARE) welcome) < 2 THEN
    RAISE EXCEPTION 'the sitter or the owner is suspended'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'job_claims_suspended';
  END IF;
  PERFORM pg_advisory_xact_lock(hashtext('job_claims.live'), hashtext(NEW.sitter_id::text));
  IF (SELECT count(*) FROM job_claims
      WHERE sitter_id = NEW.sitter_id AND ended_at IS NULL) >= 50 THEN
    RAISE EXCEPTION 'too many live claims'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'job_claims_live_limit';
  END IF;
  -- An exact double booking is left to its unique index, which says so.
  IF NOT NEW.may_overlap AND (
      SELECT bool_and((held.start_date, held.end_date) <> (NEW.start_date, NEW.end_date))
      FROM job_claims held
      WHERE held.sitter_id = NEW.sitter_id AND held.ended_at IS NULL
        AND held.start_date < NEW.end_date AND held.end_date > NEW.start_date) THEN
    RAISE EXCEPTION 'overlaps another claim'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'job_claims_overlap';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
-- The time by which the activity log forgets. It follows the clock, but forwards by no more than a day
-- at each run: a clock that is a year ahead for some hours costs days of the oldest entries.
CREATE TABLE activity_clock (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  reached timestamptz NOT NULL
);
--> statement-breakpoint
INSERT INTO activity_clock (reached)
  SELECT least(now(), coalesce(max(created_at), now())) FROM admin_activity_logs;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION keep_activity_months(kept integer) RETURNS void LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = pg_catalog, public AS $$
DECLARE
  this_month date := date_trunc('month', now() AT TIME ZONE 'UTC');
  -- Read before any is made: a table that a query still reads cannot be altered.
  wanted date[];
  month date;
  partition regclass;
  present timestamptz;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('admin_activity_logs'));
  wanted := ARRAY(
    SELECT (this_month + make_interval(months => ahead))::date FROM generate_series(0, 2) ahead
    UNION SELECT date_trunc('month', created_at AT TIME ZONE 'UTC')::date FROM admin_activity_logs_other);
  FOREACH month IN ARRAY wanted LOOP
    PERFORM add_activity_month(month);
  END LOOP;
  UPDATE activity_clock SET reached = least(now(), reached + interval '1 day')
    RETURNING reached INTO present;
  FOR partition IN
    SELECT class.oid::regclass FROM pg_inherits JOIN pg_class class ON class.oid = inhrelid
    WHERE inhparent = 'admin_activity_logs'::regclass AND relname ~ '_\d{4}_\d{2}$'
      AND to_date(right(relname, 7), 'YYYY_MM') + interval '1 month'
        <= present AT TIME ZONE 'UTC' - make_interval(months => greatest(kept, 12))
  LOOP
    EXECUTE format('DROP TABLE %s', partition);
  END LOOP;
END $$;
