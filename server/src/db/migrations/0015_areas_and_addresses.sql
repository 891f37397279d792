-- What members typed becomes the private address, by its new name alone: no row is written. Their area
-- is matched from it when the list of places is there, and asked for where it is not certain.
DROP INDEX jobs_open_words;--> statement-breakpoint
DROP INDEX jobs_open_area;--> statement-breakpoint
DROP INDEX users_directory_words;--> statement-breakpoint
ALTER TABLE "jobs" DROP COLUMN "area";--> statement-breakpoint
ALTER TABLE "users" DROP COLUMN "area";--> statement-breakpoint
DROP FUNCTION area_of(text);--> statement-breakpoint
ALTER TABLE "jobs" RENAME COLUMN "location" TO "address";--> statement-breakpoint
ALTER TABLE "jobs" ALTER COLUMN "address" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "place_id" integer, ADD COLUMN "location" text;--> statement-breakpoint
ALTER TABLE "users" RENAME COLUMN "location" TO "address";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "place_id" integer, ADD COLUMN "location" text;--> statement-breakpoint
ALTER TABLE "gazetteer" ADD COLUMN "matched_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_place" FOREIGN KEY ("place_id","location") REFERENCES "public"."places"("id","label") ON DELETE no action ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_place" FOREIGN KEY ("place_id","location") REFERENCES "public"."places"("id","label") ON DELETE no action ON UPDATE cascade;--> statement-breakpoint
CREATE INDEX "jobs_by_place" ON "jobs" USING btree ("place_id");--> statement-breakpoint
CREATE INDEX "users_by_place" ON "users" USING btree ("place_id");--> statement-breakpoint
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_location" CHECK (("jobs"."place_id" is null) = ("jobs"."location" is null));--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_location" CHECK (("users"."place_id" is null) = ("users"."location" is null));--> statement-breakpoint
-- One column each, so that the planner knows how common a word is.
CREATE INDEX jobs_open_words ON jobs USING gin (
  title gin_trgm_ops, description gin_trgm_ops, location gin_trgm_ops,
  pet_name gin_trgm_ops, pet_breed gin_trgm_ops
) WHERE status = 'open';--> statement-breakpoint
CREATE INDEX users_directory_words ON users USING gin (
  full_name gin_trgm_ops, location gin_trgm_ops, bio gin_trgm_ops
) WHERE role IN ('pet_sitter', 'both') AND suspended_at IS NULL;
