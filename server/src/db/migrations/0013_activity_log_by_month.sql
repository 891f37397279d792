-- Unlogged: it only keeps the log from saying the same thing twice, and is worth nothing after a crash.
CREATE UNLOGGED TABLE "staff_views" (
	"admin_id" uuid NOT NULL,
	"view_id" uuid NOT NULL,
	"action" text NOT NULL,
	"target_id" uuid NOT NULL,
	"seen_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "staff_views_admin_id_view_id_action_target_id_pk" PRIMARY KEY("admin_id","view_id","action","target_id")
);
--> statement-breakpoint
CREATE INDEX "staff_views_by_age" ON "staff_views" USING btree ("seen_at");--> statement-breakpoint
ALTER TABLE "admin_activity_logs" RENAME TO "admin_activity_logs_before";--> statement-breakpoint
CREATE TABLE "admin_activity_logs" (
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"admin_id" uuid NOT NULL,
	"action" text NOT NULL,
	"target_type" text NOT NULL,
	"target_id" uuid,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "admin_activity_logs_created_at_id_pk" PRIMARY KEY("created_at","id")
) PARTITION BY RANGE ("created_at");
--> statement-breakpoint
CREATE INDEX "admin_activity_logs_by_admin" ON "admin_activity_logs" USING btree ("admin_id","created_at","id");--> statement-breakpoint
CREATE INDEX "admin_activity_logs_by_action" ON "admin_activity_logs" USING btree ("action","created_at","id");--> statement-breakpoint
CREATE INDEX "admin_activity_logs_by_target" ON "admin_activity_logs" USING btree ("target_id");--> statement-breakpoint
CREATE INDEX "admin_activity_logs_by_details" ON "admin_activity_logs" USING gin ("details" jsonb_path_ops);--> statement-breakpoint
-- Takes what belongs to a month that has no partition yet: an entry is never refused for want of one.
CREATE TABLE "admin_activity_logs_other" PARTITION OF "admin_activity_logs" DEFAULT;--> statement-breakpoint
CREATE TRIGGER admin_activity_logs_append_only BEFORE UPDATE OR DELETE OR TRUNCATE
  ON admin_activity_logs FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER admin_activity_logs_append_only BEFORE UPDATE OR DELETE OR TRUNCATE
  ON admin_activity_logs_other FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- Makes the partition of a month (UTC), with what came before it was made. A statement trigger holds
-- for the table that a statement names only, so each partition has its own.
CREATE FUNCTION add_activity_month(month date) RETURNS void LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = pg_catalog, public AS $$
DECLARE
  name text := 'admin_activity_logs_' || to_char(month, 'YYYY_MM');
  starts timestamptz := month::timestamp AT TIME ZONE 'UTC';
  ends timestamptz := (month + interval '1 month') AT TIME ZONE 'UTC';
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('admin_activity_logs'));
  IF to_regclass('public.' || name) IS NOT NULL THEN RETURN; END IF;
  LOCK TABLE admin_activity_logs_other IN ACCESS EXCLUSIVE MODE;
  EXECUTE format('CREATE TABLE public.%I (LIKE admin_activity_logs INCLUDING DEFAULTS)', name);
  ALTER TABLE admin_activity_logs_other DISABLE TRIGGER admin_activity_logs_append_only;
  EXECUTE format('WITH moved AS (DELETE FROM admin_activity_logs_other
    WHERE created_at >= %L AND created_at < %L RETURNING *)
    INSERT INTO public.%I SELECT * FROM moved', starts, ends, name);
  ALTER TABLE admin_activity_logs_other ENABLE TRIGGER admin_activity_logs_append_only;
  EXECUTE format('ALTER TABLE admin_activity_logs ATTACH PARTITION public.%I
    FOR VALUES FROM (%L) TO (%L)', name, starts, ends);
  EXECUTE format('CREATE TRIGGER admin_activity_logs_append_only
    BEFORE UPDATE OR DELETE OR TRUNCATE ON public.%I
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()', name);
END $$;
--> statement-breakpoint
REVOKE EXECUTE ON FUNCTION add_activity_month FROM PUBLIC;--> statement-breakpoint
-- Makes the partitions of this month and the next two, and drops those whose entries are all older
-- than the months to keep, of which twelve is the least that anybody can ask for.
CREATE FUNCTION keep_activity_months(kept integer) RETURNS void LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = pg_catalog, public AS $$
DECLARE
  this_month date := date_trunc('month', now() AT TIME ZONE 'UTC');
  -- Read before any is made: a table that a query still reads cannot be altered.
  wanted date[];
  month date;
  partition regclass;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('admin_activity_logs'));
  wanted := ARRAY(
    SELECT (this_month + make_interval(months => ahead))::date FROM generate_series(0, 2) ahead
    UNION SELECT date_trunc('month', created_at AT TIME ZONE 'UTC')::date FROM admin_activity_logs_other);
  FOREACH month IN ARRAY wanted LOOP
    PERFORM add_activity_month(month);
  END LOOP;
  FOR partition IN
    SELECT class.oid::regclass FROM pg_inherits JOIN pg_class class ON class.oid = inhrelid
    WHERE inhparent = 'admin_activity_logs'::regclass AND relname ~ '_\d{4}_\d{2}$'
      AND to_date(right(relname, 7), 'YYYY_MM') + interval '1 month'
        <= now() AT TIME ZONE 'UTC' - make_interval(months => greatest(kept, 12))
  LOOP
    EXECUTE format('DROP TABLE %s', partition);
  END LOOP;
END $$;
--> statement-breakpoint
-- All of the old log moves over; nothing is dropped here, because how long it is kept is a setting.
SELECT add_activity_month(month::date) FROM (
  SELECT date_trunc('month', created_at AT TIME ZONE 'UTC') AS month FROM admin_activity_logs_before
  UNION SELECT date_trunc('month', now() AT TIME ZONE 'UTC') + make_interval(months => ahead)
    FROM generate_series(0, 2) ahead) months;
--> statement-breakpoint
INSERT INTO admin_activity_logs (id, admin_id, action, target_type, target_id, details, created_at)
  SELECT id, admin_id, action, target_type, target_id, details, created_at
  FROM admin_activity_logs_before;
--> statement-breakpoint
DROP TABLE admin_activity_logs_before;--> statement-breakpoint
-- Rows of releases that let staff decide their own requests stay as they are.
ALTER TABLE "invite_requests" ADD CONSTRAINT "invite_requests_not_own" CHECK ("invite_requests"."decided_by" is null or "invite_requests"."decided_by" <> "invite_requests"."user_id") NOT VALID;
--> statement-breakpoint
-- As for other jobs: one that everybody loses from sight is a delete to them, one that comes back an insert.
CREATE OR REPLACE FUNCTION apply_suspension() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.suspended_at IS NOT NULL THEN
    DELETE FROM auth.session WHERE user_id = NEW.id;
    DELETE FROM auth.email_change WHERE user_id = NEW.id;
    DELETE FROM auth.verification WHERE value = NEW.id::text;
  END IF;
  INSERT INTO change_events (table_name, op, row_id, job_id)
  SELECT 'jobs', CASE WHEN NEW.suspended_at IS NULL THEN 'insert' ELSE 'delete' END, id, id
  FROM jobs WHERE owner_id = NEW.id AND status = 'open';
  RETURN NULL;
END $$;
