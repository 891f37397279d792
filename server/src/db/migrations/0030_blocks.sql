CREATE TABLE "member_blocks" (
	"blocker_id" uuid NOT NULL,
	"blocked_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "member_blocks_blocker_id_blocked_id_pk" PRIMARY KEY("blocker_id","blocked_id"),
	CONSTRAINT "member_blocks_other" CHECK ("member_blocks"."blocker_id" <> "member_blocks"."blocked_id")
);
--> statement-breakpoint
ALTER TABLE "change_events" ADD COLUMN "hidden_from" uuid[];--> statement-breakpoint
ALTER TABLE "member_blocks" ADD CONSTRAINT "member_blocks_blocker_id_users_id_fk" FOREIGN KEY ("blocker_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_blocks" ADD CONSTRAINT "member_blocks_blocked_id_users_id_fk" FOREIGN KEY ("blocked_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "member_blocks_by_blocked" ON "member_blocks" USING btree ("blocked_id","blocker_id");--> statement-breakpoint
CREATE INDEX "member_blocks_newest" ON "member_blocks" USING btree ("blocker_id","created_at","blocked_id");
--> statement-breakpoint
-- Who is not told of what concerns a member, because of a block in either direction; null for nobody.
CREATE FUNCTION hidden_from(member uuid) RETURNS uuid[] LANGUAGE sql STABLE AS $$
  SELECT nullif(ARRAY(
    SELECT blocked_id FROM member_blocks WHERE blocker_id = member
    UNION SELECT blocker_id FROM member_blocks WHERE blocked_id = member), '{}')
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION tell_jobs() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  job jobs := coalesce(NEW, OLD);
  is_offered boolean := NOT EXISTS (
    SELECT FROM users owner WHERE owner.id = job.owner_id AND owner.suspended_at IS NOT NULL);
  was_open boolean := TG_OP <> 'INSERT' AND OLD.status = 'open' AND is_offered;
  is_open boolean := TG_OP <> 'DELETE' AND NEW.status = 'open' AND is_offered;
  to_former boolean := TG_OP = 'UPDATE' AND OLD.status <> NEW.status
    AND (OLD.status IN ('open', 'cancelled') OR NEW.status IN ('open', 'cancelled'));
BEGIN
  IF was_open OR is_open THEN
    INSERT INTO change_events (table_name, op, row_id, job_id, hidden_from)
    VALUES ('jobs', CASE WHEN NOT is_open THEN 'delete' WHEN was_open THEN 'update' ELSE 'insert' END,
            job.id, job.id, hidden_from(job.owner_id));
  END IF;
  IF (TG_OP = 'UPDATE' AND was_open <> is_open) OR NOT (was_open OR is_open) THEN
    INSERT INTO change_events (table_name, op, row_id, job_id, audience, to_staff)
    VALUES ('jobs', lower(TG_OP), job.id, job.id,
            ARRAY[job.owner_id] || ARRAY(
              SELECT DISTINCT claim.sitter_id FROM job_claims claim
              WHERE claim.job_id = job.id
                AND (to_former OR claim.ended_at IS NULL OR claim.end_reason = 'completed')),
            true);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION apply_suspension() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.suspended_at IS NOT NULL THEN
    PERFORM FROM auth."user" WHERE id = NEW.id FOR UPDATE;
    DELETE FROM auth.verification WHERE value = NEW.id::text;
    DELETE FROM auth.session WHERE user_id = NEW.id;
    DELETE FROM auth.one_time_code WHERE user_id = NEW.id;
    DELETE FROM auth.email_change WHERE user_id = NEW.id;
  END IF;
  INSERT INTO change_events (table_name, op, row_id, job_id, hidden_from)
  SELECT 'jobs', CASE WHEN NEW.suspended_at IS NULL THEN 'insert' ELSE 'delete' END, id, id,
         hidden_from(owner_id)
  FROM jobs WHERE owner_id = NEW.id AND status = 'open';
  RETURN NULL;
END $$;
--> statement-breakpoint
-- As when a member is suspended: to each of the two the open jobs of the other go, and come back.
CREATE FUNCTION tell_member_blocks() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE block member_blocks := coalesce(NEW, OLD);
BEGIN
  -- With a block in the other direction nothing changes for either.
  IF EXISTS (SELECT FROM member_blocks back
             WHERE back.blocker_id = block.blocked_id AND back.blocked_id = block.blocker_id) THEN
    RETURN NULL;
  END IF;
  INSERT INTO change_events (table_name, op, row_id, job_id, audience)
  SELECT 'jobs', CASE TG_OP WHEN 'INSERT' THEN 'delete' ELSE 'insert' END, job.id, job.id, ARRAY[pair.other]
  FROM (VALUES (block.blocker_id, block.blocked_id), (block.blocked_id, block.blocker_id)) pair (owner, other)
  JOIN users ON users.id = pair.owner AND users.suspended_at IS NULL
  JOIN jobs job ON job.owner_id = pair.owner AND job.status = 'open';
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER member_blocks_tell AFTER INSERT OR DELETE ON member_blocks
  FOR EACH ROW EXECUTE FUNCTION tell_member_blocks();
--> statement-breakpoint
-- A claim holds both members, in the order that a block holds them in, and then looks for a block.
CREATE OR REPLACE FUNCTION limit_live_claims() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE owner uuid := (SELECT owner_id FROM jobs WHERE id = NEW.job_id);
BEGIN
  IF (SELECT count(*) FROM (
        SELECT id FROM users WHERE suspended_at IS NULL AND id IN (NEW.sitter_id, owner)
        ORDER BY id FOR SHARE) welcome) < 2 THEN
    RAISE EXCEPTION 'the sitter or the owner is suspended'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'job_claims_suspended';
  END IF;
  IF EXISTS (SELECT FROM member_blocks
             WHERE (blocker_id, blocked_id) IN ((NEW.sitter_id, owner), (owner, NEW.sitter_id))) THEN
    RAISE EXCEPTION 'the sitter and the owner are blocked'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'job_claims_blocked';
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
