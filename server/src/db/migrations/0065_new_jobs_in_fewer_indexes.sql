DROP INDEX "notifications_newest";--> statement-breakpoint
DROP INDEX "notifications_unread_subject";--> statement-breakpoint
DROP INDEX "notifications_by_job";--> statement-breakpoint
CREATE INDEX "notifications_read" ON "notifications" USING btree ("member_id","created_at","id") WHERE "notifications"."in_bell" and "notifications"."read_at" is not null;--> statement-breakpoint
CREATE INDEX "notifications_unread_subject" ON "notifications" USING btree ("member_id","subject_id") WHERE "notifications"."read_at" is null and "notifications"."type" <> 'new_jobs.fits';--> statement-breakpoint
CREATE INDEX "notifications_by_job" ON "notifications" USING btree ("job_id","member_id") WHERE "notifications"."job_id" is not null;--> statement-breakpoint
-- The statement that writes notifications of new jobs chooses their channels and adds their tasks itself.
DROP TRIGGER notifications_channels ON notifications;
--> statement-breakpoint
CREATE TRIGGER notifications_channels BEFORE INSERT ON notifications FOR EACH ROW
  WHEN (NEW.type NOT IN ('new_jobs.fits', 'jobs.calendar_changed', 'jobs.calendar_removed'))
  EXECUTE FUNCTION choose_channels();
--> statement-breakpoint
-- By the same formula as everywhere else: `<@>` gives miles.
CREATE OR REPLACE FUNCTION place_distance_m(one integer, other integer) RETURNS double precision
LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT (point(a.longitude, a.latitude) <@> point(b.longitude, b.latitude)) * 1609.344
  FROM places a, places b WHERE a.id = one AND b.id = other
$$;
