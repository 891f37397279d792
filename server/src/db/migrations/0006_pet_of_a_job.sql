ALTER TABLE "jobs" ADD COLUMN "pet_id" uuid;--> statement-breakpoint
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_pet_id_pet_profiles_id_fk" FOREIGN KEY ("pet_id") REFERENCES "public"."pet_profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "jobs_by_pet" ON "jobs" USING btree ("pet_id") WHERE "jobs"."pet_id" is not null;