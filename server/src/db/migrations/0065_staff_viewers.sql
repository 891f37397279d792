ALTER TABLE "data_views" DROP CONSTRAINT "data_views_kind";--> statement-breakpoint
DROP INDEX "data_views_one_a_period";--> statement-breakpoint
ALTER TABLE "data_views" ADD COLUMN "target_id" uuid;--> statement-breakpoint
ALTER TABLE "data_views" ADD COLUMN "is_named" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "data_views_one_a_period" ON "data_views" USING btree ("subject_id","viewer_id","kind",coalesce("target_id", "job_id", "subject_id"),"period");--> statement-breakpoint
ALTER TABLE "data_views" ADD CONSTRAINT "data_views_kind" CHECK ("data_views"."kind" in ('access_door', 'access_keys', 'access_alarm', 'access_wifi', 'access_notes', 'address', 'email', 'pet_health', 'account', 'identity', 'emails', 'job', 'request', 'review', 'chat'));