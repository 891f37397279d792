CREATE TABLE "data_views" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"subject_id" uuid NOT NULL,
	"viewer_id" uuid,
	"viewer_role" text NOT NULL,
	"kind" text NOT NULL,
	"job_id" uuid,
	"period" timestamp with time zone NOT NULL,
	"viewed_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "data_views_role" CHECK ("data_views"."viewer_role" in ('sitter', 'owner', 'staff')),
	CONSTRAINT "data_views_kind" CHECK ("data_views"."kind" in ('access_door', 'access_keys', 'access_alarm', 'access_wifi', 'access_notes', 'address', 'email', 'pet_health', 'account', 'job', 'request', 'review')),
	CONSTRAINT "data_views_others" CHECK ("data_views"."viewer_id" <> "data_views"."subject_id")
);
--> statement-breakpoint
CREATE TABLE "home_access" (
	"owner_id" uuid PRIMARY KEY NOT NULL,
	"sealed" text NOT NULL,
	"key_id" text NOT NULL,
	"parts" text[] DEFAULT '{}' NOT NULL,
	"updated_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "home_access_parts" CHECK ("home_access"."parts" <@ '{door,keys,alarm,wifi,notes}'::text[])
);
--> statement-breakpoint
CREATE TABLE "job_access" (
	"job_id" uuid PRIMARY KEY NOT NULL,
	"sealed" text NOT NULL,
	"key_id" text NOT NULL,
	"parts" text[] DEFAULT '{}' NOT NULL,
	"attached_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "job_access_parts" CHECK ("job_access"."parts" <@ '{door,keys,alarm,wifi,notes}'::text[])
);
--> statement-breakpoint
ALTER TABLE "data_views" ADD CONSTRAINT "data_views_subject_id_users_id_fk" FOREIGN KEY ("subject_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "data_views" ADD CONSTRAINT "data_views_viewer_id_users_id_fk" FOREIGN KEY ("viewer_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "data_views" ADD CONSTRAINT "data_views_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "home_access" ADD CONSTRAINT "home_access_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_access" ADD CONSTRAINT "job_access_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "data_views_one_a_period" ON "data_views" USING btree ("subject_id","viewer_id","kind",coalesce("job_id", "subject_id"),"period");--> statement-breakpoint
CREATE INDEX "data_views_newest" ON "data_views" USING btree ("subject_id","viewed_at","id");--> statement-breakpoint
CREATE INDEX "data_views_by_viewer" ON "data_views" USING btree ("viewer_id") WHERE "data_views"."viewer_id" is not null;--> statement-breakpoint
CREATE INDEX "data_views_by_job" ON "data_views" USING btree ("job_id") WHERE "data_views"."job_id" is not null;--> statement-breakpoint
CREATE INDEX "data_views_by_age" ON "data_views" USING btree ("period");--> statement-breakpoint
CREATE INDEX "home_access_by_key" ON "home_access" USING btree ("key_id");--> statement-breakpoint
CREATE INDEX "job_access_by_key" ON "job_access" USING btree ("key_id");
--> statement-breakpoint
-- In hours, which a change of the clocks does not stretch; a day may have 23 or 25.
CREATE FUNCTION access_opens_at(starts timestamptz) RETURNS timestamptz LANGUAGE sql IMMUTABLE AS $$
  SELECT starts - interval '24 hours'
$$;
--> statement-breakpoint
CREATE FUNCTION access_is_open(starts timestamptz, ends timestamptz, at timestamptz) RETURNS boolean
LANGUAGE sql IMMUTABLE AS $$
  SELECT at >= starts - interval '24 hours' AND at < ends
$$;
--> statement-breakpoint
-- A canceled job needs nobody in the house.
CREATE FUNCTION forget_job_access() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM job_access WHERE job_id = NEW.id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER jobs_forget_access AFTER UPDATE OF status ON jobs
  FOR EACH ROW WHEN (NEW.status = 'cancelled' AND OLD.status <> 'cancelled')
  EXECUTE FUNCTION forget_job_access();
--> statement-breakpoint
-- The owner and who holds the job hear that something was attached, changed or removed.
CREATE FUNCTION tell_job_access() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE access job_access := coalesce(NEW, OLD);
BEGIN
  INSERT INTO change_events (table_name, op, row_id, job_id, audience)
  SELECT 'job_access', lower(TG_OP), job.id, job.id, ARRAY[job.owner_id] || ARRAY(
    SELECT claim.sitter_id FROM job_claims claim
    WHERE claim.job_id = job.id AND claim.ended_at IS NULL
      AND NOT claim.sitter_id = ANY(coalesce(hidden_from(job.owner_id), '{}')))
  FROM jobs job WHERE job.id = access.job_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER job_access_tell AFTER INSERT OR UPDATE OF sealed OR DELETE ON job_access
  FOR EACH ROW EXECUTE FUNCTION tell_job_access();
--> statement-breakpoint
-- A look at a part of home access is told to its owner, who may have the page open.
CREATE FUNCTION tell_data_views() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO change_events (table_name, op, row_id, job_id, audience)
  VALUES ('job_access', 'update', NEW.job_id, NEW.job_id, ARRAY[NEW.subject_id]);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER data_views_tell AFTER INSERT ON data_views
  FOR EACH ROW WHEN (NEW.kind LIKE 'access\_%') EXECUTE FUNCTION tell_data_views();
