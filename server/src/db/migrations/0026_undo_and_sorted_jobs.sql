ALTER TABLE "job_events" DROP CONSTRAINT "job_events_action";--> statement-breakpoint
CREATE INDEX "jobs_open_soonest" ON "jobs" USING btree ("start_date","id") WHERE "jobs"."status" = 'open';--> statement-breakpoint
CREATE INDEX "jobs_open_by_pay" ON "jobs" USING btree ("total_amount","id") WHERE "jobs"."status" = 'open';--> statement-breakpoint
CREATE INDEX "jobs_open_by_place" ON "jobs" USING btree ("place_id","start_date","id") WHERE "jobs"."status" = 'open';--> statement-breakpoint
ALTER TABLE "job_events" ADD CONSTRAINT "job_events_action" CHECK ("job_events"."action" in ('release', 'report_no_show', 'start', 'complete', 'confirm', 'dispute', 'cancel', 'reopen', 'undo_start', 'undo_complete', 'expire', 'take_down'));