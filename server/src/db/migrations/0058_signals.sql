ALTER TABLE "reports" ADD COLUMN "signal" text;--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "facts" uuid[];--> statement-breakpoint
CREATE INDEX "member_blocks_lately" ON "member_blocks" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "job_claims_given_up" ON "job_claims" USING btree ("ended_at") WHERE "job_claims"."ended_by" is not null and "job_claims"."end_reason" in ('released', 'cancelled');--> statement-breakpoint
CREATE INDEX "users_with_links" ON "users" USING btree ("id") WHERE "users"."bio" ~* '://|\mwww\.|[a-z0-9-]\.[a-z]{2,}/|(^|[^@a-z0-9.-])([a-z0-9-]+\.)+(com|net|org|info|io|me|app|shop|site|link|ly|gg|co)\M';--> statement-breakpoint
CREATE UNIQUE INDEX "reports_one_open_signal" ON "reports" USING btree ("member_id","signal") WHERE "reports"."signal" is not null and "reports"."decided_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "reports_signal_once" ON "reports" USING btree ("member_id","signal",("facts"[1])) WHERE "reports"."signal" is not null;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_signal" CHECK ("reports"."signal" in ('blocks', 'cancellations', 'links'));--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_signal_facts" CHECK (("reports"."signal" is null) = ("reports"."facts" is null) and ("reports"."signal" is null or "reports"."reporter_id" is null));--> statement-breakpoint
-- A signal has no reporter: staff hear of it all the same.
CREATE OR REPLACE FUNCTION notify_report() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO notifications (member_id, type, event_key, subject_id, mail_state)
    SELECT user_id, 'support.new_report', NEW.id, user_id, 'none' FROM user_roles
    WHERE role <> 'user' AND user_id IS DISTINCT FROM NEW.reporter_id AND user_id <> NEW.member_id
      -- One that is unread says enough: a flood of reports is no flood of bells.
      AND NOT EXISTS (SELECT FROM notifications told WHERE told.member_id = user_id
        AND told.subject_id = user_id AND told.read_at IS NULL AND told.type = 'support.new_report');
  ELSIF NEW.reporter_id IS NOT NULL THEN
    INSERT INTO notifications (member_id, type, event_key, subject_id)
    VALUES (NEW.reporter_id, 'support.report_decided', NEW.id, NEW.reporter_id);
  END IF;
  RETURN NULL;
END $$;
