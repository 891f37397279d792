ALTER TABLE "notifications" DROP CONSTRAINT "notifications_type";--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_type" CHECK ("notifications"."type" in ('jobs.claimed', 'jobs.asked', 'jobs.your_turn', 'jobs.released', 'jobs.sitter_unavailable', 'jobs.partner_unavailable', 'jobs.canceled', 'jobs.edited', 'jobs.started', 'jobs.completed', 'jobs.confirmed', 'jobs.auto_confirmed', 'jobs.disputed', 'jobs.no_show', 'jobs.expired', 'jobs.calendar_changed', 'jobs.calendar_removed', 'reminders.starts_tomorrow', 'reminders.starts_soon', 'reminders.not_started', 'reminders.expires_tomorrow', 'messages.job', 'messages.direct', 'messages.request', 'new_jobs.fits', 'reviews.received', 'reviews.please', 'invites.used', 'security.new_device', 'security.password_changed', 'security.email_changed', 'security.factor_changed', 'staff.feedback_overdue', 'staff.invite_request', 'staff.health', 'support.request_granted', 'support.request_refused', 'support.feedback_answered', 'support.job_taken_down', 'support.report_decided', 'support.moderated', 'support.appeal_decided', 'support.hearing', 'support.hearing_answered', 'support.reading_asked', 'support.chat_read', 'support.identity_confirmed', 'support.identity_refused', 'support.new_report', 'support.test'));--> statement-breakpoint
-- What only corrects a calendar is an email and nothing else: what writes it looks at that channel itself.
DROP TRIGGER notifications_channels ON notifications;
--> statement-breakpoint
CREATE TRIGGER notifications_channels BEFORE INSERT ON notifications FOR EACH ROW
  WHEN (NEW.type NOT IN ('jobs.calendar_changed', 'jobs.calendar_removed')
    AND (NEW.type <> 'new_jobs.fits' OR (NEW.mail_state = 'queued' AND NEW.mail_due_at IS NULL)))
  EXECUTE FUNCTION choose_channels();
--> statement-breakpoint
-- For who changed or ended a job themselves, and has it in their calendar by an earlier email, or by
-- one that is on its way.
CREATE FUNCTION correct_calendar(reader uuid, kind text, event text, claim job_claims, at timestamptz)
RETURNS void LANGUAGE sql AS $$
  INSERT INTO notifications (member_id, type, event_key, subject_id, job_id, claim_id, actor_id,
    job_title, created_at, in_bell, mail_due_at)
  SELECT reader, kind, event, job.id, job.id, claim.id, reader, job.title, at, false, at
  FROM jobs job
  WHERE job.id = claim.job_id
    AND EXISTS (SELECT FROM notifications earlier
      WHERE earlier.job_id = job.id AND earlier.claim_id = claim.id AND earlier.member_id = reader
        AND earlier.type IN ('jobs.claimed', 'jobs.edited', 'jobs.calendar_changed')
        AND earlier.mail_state IN ('queued', 'sent', 'delivered'))
    AND NOT EXISTS (SELECT FROM notification_settings settings
      WHERE settings.member_id = reader AND 'jobs' = ANY (settings.email_off))
  ON CONFLICT (member_id, type, event_key) DO NOTHING
$$;
--> statement-breakpoint
CREATE FUNCTION correct_calendar_of_end() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM correct_calendar(side.member_id, 'jobs.calendar_removed', NEW.id::text, claim, NEW.created_at)
  FROM job_claims claim JOIN jobs job ON job.id = claim.job_id
  CROSS JOIN LATERAL unnest(ARRAY[job.owner_id, claim.sitter_id]) AS side (member_id)
  -- Nobody who took part hears by such an email that a job was taken down: their own has its reason.
  WHERE claim.id = NEW.claim_id AND (NEW.action = 'take_down' OR side.member_id = NEW.actor_id);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER job_events_correct_calendar AFTER INSERT ON job_events FOR EACH ROW
  WHEN (NEW.claim_id IS NOT NULL AND NEW.action IN ('release', 'cancel', 'report_no_show', 'take_down'))
  EXECUTE FUNCTION correct_calendar_of_end();
--> statement-breakpoint
-- Only an owner changes a job; the sitter is told of it.
CREATE FUNCTION correct_calendar_of_edit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM correct_calendar(NEW.owner_id, 'jobs.calendar_changed', pg_current_xact_id()::text, claim,
    clock_timestamp())
  FROM job_claims claim WHERE claim.job_id = NEW.id AND claim.ended_at IS NULL;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER jobs_correct_calendar AFTER UPDATE OF title, start_date, end_date, place_id ON jobs
  FOR EACH ROW WHEN (OLD.status IN ('claimed', 'in_progress') AND NEW.status = OLD.status AND (
    OLD.title, OLD.start_date, OLD.end_date, OLD.place_id) IS DISTINCT FROM (
    NEW.title, NEW.start_date, NEW.end_date, NEW.place_id))
  EXECUTE FUNCTION correct_calendar_of_edit();
