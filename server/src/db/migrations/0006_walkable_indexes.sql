DROP INDEX "messages_by_claim";--> statement-breakpoint
DROP INDEX "job_claims_by_sitter";--> statement-breakpoint
DROP INDEX "job_claims_by_job";--> statement-breakpoint
DROP INDEX "feedback_newest";--> statement-breakpoint
DROP INDEX "feedback_by_user";--> statement-breakpoint
DROP INDEX "invite_requests_newest";--> statement-breakpoint
DROP INDEX "jobs_by_owner";--> statement-breakpoint
DROP INDEX "jobs_open_newest";--> statement-breakpoint
DROP INDEX "newsletter_newest";--> statement-breakpoint
DROP INDEX "waitlist_newest";--> statement-breakpoint
CREATE INDEX "messages_by_claim" ON "messages" USING btree ("claim_id","seq");--> statement-breakpoint
CREATE INDEX "job_claims_by_sitter" ON "job_claims" USING btree ("sitter_id","claimed_at","id");--> statement-breakpoint
CREATE INDEX "job_claims_by_job" ON "job_claims" USING btree ("job_id","claimed_at");--> statement-breakpoint
CREATE INDEX "feedback_newest" ON "feedback" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "feedback_by_user" ON "feedback" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "invite_requests_newest" ON "invite_requests" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "jobs_by_owner" ON "jobs" USING btree ("owner_id","created_at","id");--> statement-breakpoint
CREATE INDEX "jobs_open_newest" ON "jobs" USING btree ("created_at","id") WHERE "jobs"."status" = 'open';--> statement-breakpoint
CREATE INDEX "newsletter_newest" ON "newsletter_subscriptions" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "waitlist_newest" ON "waitlist_entries" USING btree ("created_at","id");