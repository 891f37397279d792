ALTER TABLE "push_subscriptions" DROP CONSTRAINT "push_subscriptions_session_id_session_id_fk";--> statement-breakpoint
ALTER TABLE "push_subscriptions" ALTER COLUMN "session_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_session_id_session_id_fk" FOREIGN KEY ("session_id") REFERENCES "auth"."session"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
-- A device whose member is signed out there shows nothing.
CREATE OR REPLACE FUNCTION choose_channels() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  topic text := split_part(NEW.type, '.', 1);
  off notification_settings;
BEGIN
  SELECT * INTO off FROM notification_settings WHERE member_id = NEW.member_id;
  NEW.in_bell := NEW.in_bell AND NOT (topic = ANY (coalesce(off.bell_off, '{}')));
  IF NOT (topic = ANY (coalesce(off.push_off, '{}')))
      AND EXISTS (SELECT FROM push_subscriptions
        WHERE member_id = NEW.member_id AND session_id IS NOT NULL) THEN
    NEW.push_due_at := NEW.created_at;
  END IF;
  IF NEW.mail_state = 'queued' THEN
    IF NOT is_emailed(NEW.type, off.email_off, off.email_types) THEN
      IF NOT NEW.in_bell AND NEW.push_due_at IS NULL THEN RETURN NULL; END IF;
      NEW.mail_state := 'suppressed';
      NEW.mail_reason := 'switched_off';
      NEW.mail_due_at := NULL;
    ELSIF topic = ANY (coalesce(off.email_digest, '{}')) THEN
      NEW.in_digest := true;
      NEW.mail_due_at := next_digest(NEW.created_at, off.digest, known_zone(coalesce(off.time_zone,
        (SELECT availability_data ->> 'timeZone' FROM users WHERE id = NEW.member_id), 'UTC')));
    ELSE
      NEW.mail_due_at := coalesce(NEW.mail_due_at, NEW.created_at);
    END IF;
  END IF;
  RETURN NEW;
END $$;
