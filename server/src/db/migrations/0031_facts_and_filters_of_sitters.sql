DROP INDEX "users_directory_newest";--> statement-breakpoint
ALTER TABLE "feedback" ADD COLUMN "job_id" uuid;--> statement-breakpoint
ALTER TABLE "feedback" ADD COLUMN "topic" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "services" text[];--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "is_presentable" boolean GENERATED ALWAYS AS (first_name <> '' and last_name <> '' and location is not null and payment_links <> '{}'::jsonb and char_length(btrim(coalesce(bio, ''))) >= 50) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "feedback" ADD CONSTRAINT "feedback_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "job_claims_done" ON "job_claims" USING btree ("sitter_id") WHERE "job_claims"."end_reason" = 'completed';--> statement-breakpoint
CREATE INDEX "feedback_by_job" ON "feedback" USING btree ("job_id") WHERE "feedback"."job_id" is not null;--> statement-breakpoint
CREATE INDEX "users_directory_order" ON "users" USING btree ("is_presentable","created_at","id") WHERE "users"."role" in ('pet_sitter', 'both') and "users"."suspended_at" is null;--> statement-breakpoint
CREATE INDEX "places_by_latitude" ON "places" USING btree ("latitude","longitude");--> statement-breakpoint
ALTER TABLE "feedback" ADD CONSTRAINT "feedback_topic" CHECK ("feedback"."topic" in ('no_answer', 'pet_incident', 'something_else'));--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_services" CHECK ("users"."services" <@ array['pet_sitting', 'dog_walking'] and cardinality("users"."services") > 0);