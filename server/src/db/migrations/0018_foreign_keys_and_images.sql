ALTER TABLE "messages" DROP CONSTRAINT "messages_job_id_jobs_id_fk";
--> statement-breakpoint
ALTER TABLE "messages" DROP CONSTRAINT "messages_claim_id_job_claims_id_fk";
--> statement-breakpoint
ALTER TABLE "files" DROP CONSTRAINT "files_owner_id_users_id_fk";
--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "pet_image_path" text GENERATED ALWAYS AS (substring("jobs"."pet_image_url" from '^/storage/v1/object/public/profile-images/(.*)$')) STORED;
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "profile_image_path" text GENERATED ALWAYS AS (substring("users"."profile_image_url" from '^/storage/v1/object/public/profile-images/(.*)$')) STORED;
--> statement-breakpoint
ALTER TABLE "pet_profiles" ADD COLUMN "profile_image_path" text GENERATED ALWAYS AS (substring("pet_profiles"."profile_image_url" from '^/storage/v1/object/public/profile-images/(.*)$')) STORED;
--> statement-breakpoint
ALTER TABLE "job_claims" ADD CONSTRAINT "job_claims_of_job" UNIQUE("id","job_id");
--> statement-breakpoint
-- Always so since messages have claims; a row that is not would stop the next statement.
UPDATE messages SET job_id = claim.job_id FROM job_claims claim
  WHERE claim.id = messages.claim_id AND claim.job_id <> messages.job_id;
--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_claim" FOREIGN KEY ("claim_id","job_id") REFERENCES "public"."job_claims"("id","job_id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_owner_id_user_id_fk" FOREIGN KEY ("owner_id") REFERENCES "auth"."user"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
-- Pictures that an earlier release lost: their bytes are gone, so their addresses go as well.
UPDATE jobs SET pet_image_url = NULL WHERE pet_image_path IS NOT NULL
  AND NOT EXISTS (SELECT FROM files WHERE path = pet_image_path);
--> statement-breakpoint
UPDATE users SET profile_image_url = NULL WHERE profile_image_path IS NOT NULL
  AND NOT EXISTS (SELECT FROM files WHERE path = profile_image_path);
--> statement-breakpoint
UPDATE pet_profiles SET profile_image_url = NULL WHERE profile_image_path IS NOT NULL
  AND NOT EXISTS (SELECT FROM files WHERE path = profile_image_path);
--> statement-breakpoint
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_pet_image_path_files_path_fk" FOREIGN KEY ("pet_image_path") REFERENCES "public"."files"("path") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_profile_image_path_files_path_fk" FOREIGN KEY ("profile_image_path") REFERENCES "public"."files"("path") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "pet_profiles" ADD CONSTRAINT "pet_profiles_profile_image_path_files_path_fk" FOREIGN KEY ("profile_image_path") REFERENCES "public"."files"("path") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "thread_reads_by_member" ON "thread_reads" USING btree ("member_id");
--> statement-breakpoint
CREATE INDEX "job_claims_by_ender" ON "job_claims" USING btree ("ended_by") WHERE "job_claims"."ended_by" is not null;
--> statement-breakpoint
CREATE INDEX "conversation_reads_by_member" ON "conversation_reads" USING btree ("member_id");
--> statement-breakpoint
CREATE INDEX "feedback_by_responder" ON "feedback" USING btree ("responded_by") WHERE "feedback"."responded_by" is not null;
--> statement-breakpoint
CREATE INDEX "files_by_owner" ON "files" USING btree ("owner_id");
--> statement-breakpoint
CREATE INDEX "invite_requests_by_member" ON "invite_requests" USING btree ("user_id");
--> statement-breakpoint
CREATE INDEX "invite_requests_by_decider" ON "invite_requests" USING btree ("decided_by") WHERE "invite_requests"."decided_by" is not null;
--> statement-breakpoint
CREATE INDEX "invites_by_granter" ON "invites" USING btree ("granted_by") WHERE "invites"."granted_by" is not null;
--> statement-breakpoint
CREATE INDEX "jobs_by_image" ON "jobs" USING btree ("pet_image_path") WHERE "jobs"."pet_image_path" is not null;
--> statement-breakpoint
CREATE INDEX "users_by_image" ON "users" USING btree ("profile_image_path") WHERE "users"."profile_image_path" is not null;
--> statement-breakpoint
CREATE INDEX "pet_profiles_by_image" ON "pet_profiles" USING btree ("profile_image_path") WHERE "pet_profiles"."profile_image_path" is not null;
--> statement-breakpoint
CREATE INDEX "user_roles_by_assigner" ON "user_roles" USING btree ("assigned_by") WHERE "user_roles"."assigned_by" is not null;
--> statement-breakpoint
CREATE INDEX "waitlist_by_inviter" ON "waitlist_entries" USING btree ("invited_by") WHERE "waitlist_entries"."invited_by" is not null;
--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_type" CHECK ("messages"."message_type" in ('text'));
--> statement-breakpoint
ALTER TABLE "form_drafts" ADD CONSTRAINT "form_drafts_form_type" CHECK ("form_drafts"."form_type" in ('pet_onboarding', 'pet_sitter_onboarding'));
--> statement-breakpoint
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_pet_size" CHECK ("jobs"."pet_size" in ('small', 'medium', 'large', 'extra_large'));
--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_payment_preference" CHECK ("users"."payment_preference" in ('hourly_rate', 'fixed_rate', 'negotiable'));
--> statement-breakpoint
-- A member's row also notes when they signed in, and is written when nothing in it changes: neither
-- is worth a refetch on every screen of theirs and of the staff.
DROP TRIGGER users_tell ON users;
--> statement-breakpoint
CREATE TRIGGER users_tell AFTER INSERT OR DELETE ON users
  FOR EACH ROW EXECUTE FUNCTION tell_users();
--> statement-breakpoint
CREATE TRIGGER users_tell_update AFTER UPDATE ON users FOR EACH ROW
  WHEN (to_jsonb(OLD) - 'last_sign_in_at' IS DISTINCT FROM to_jsonb(NEW) - 'last_sign_in_at')
  EXECUTE FUNCTION tell_users();
