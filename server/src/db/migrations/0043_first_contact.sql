ALTER TABLE "notifications" DROP CONSTRAINT "notifications_type";--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "begun_by" uuid;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "accepted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "declined_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "first_contact" text DEFAULT 'everyone' NOT NULL;--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_begun_by_one" CHECK ("conversations"."begun_by" in ("conversations"."participant_1", "conversations"."participant_2"));--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_not_both" CHECK ("conversations"."accepted_at" is null or "conversations"."declined_at" is null);--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_first_contact" CHECK ("users"."first_contact" in ('everyone', 'known', 'nobody'));--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_type" CHECK ("notifications"."type" in ('jobs.claimed', 'jobs.released', 'jobs.sitter_unavailable', 'jobs.partner_unavailable', 'jobs.canceled', 'jobs.edited', 'jobs.started', 'jobs.completed', 'jobs.confirmed', 'jobs.auto_confirmed', 'jobs.disputed', 'jobs.no_show', 'jobs.expired', 'reminders.starts_tomorrow', 'reminders.starts_soon', 'reminders.not_started', 'reminders.expires_tomorrow', 'messages.job', 'messages.direct', 'messages.request', 'new_jobs.fits', 'reviews.received', 'reviews.please', 'invites.used', 'security.new_device', 'security.password_changed', 'security.email_changed', 'security.factor_changed', 'staff.feedback_overdue', 'staff.invite_request', 'staff.health', 'support.request_granted', 'support.request_refused', 'support.feedback_answered', 'support.job_taken_down', 'support.report_decided', 'support.moderated', 'support.appeal_decided', 'support.new_report', 'support.test'));
--> statement-breakpoint
-- Who talks already goes on as before.
UPDATE conversations SET accepted_at = created_at, begun_by = (
  SELECT sender_id FROM conversation_messages message
  WHERE message.conversation_id = conversations.id ORDER BY message.seq LIMIT 1);
--> statement-breakpoint
-- Whether two members have a job together, or had one that was finished. From the claims of one to
-- their jobs: a join could begin at all jobs of an owner.
CREATE FUNCTION have_worked_together(one uuid, other uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM job_claims claim
      WHERE claim.sitter_id = one AND (claim.ended_at IS NULL OR claim.end_reason = 'completed')
        AND (SELECT owner_id FROM jobs WHERE id = claim.job_id) = other)
    OR EXISTS (SELECT FROM job_claims claim
      WHERE claim.sitter_id = other AND (claim.ended_at IS NULL OR claim.end_reason = 'completed')
        AND (SELECT owner_id FROM jobs WHERE id = claim.job_id) = one);
$$;
--> statement-breakpoint
-- Whether `recipient` lets `sender` write first.
CREATE FUNCTION may_write_first(sender uuid, recipient uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT CASE first_contact WHEN 'everyone' THEN true WHEN 'nobody' THEN false
    ELSE have_worked_together(sender, recipient) OR EXISTS (SELECT FROM invites
      WHERE (created_by, used_by) IN ((sender, recipient), (recipient, sender))) END
  FROM users WHERE id = recipient;
$$;
--> statement-breakpoint
-- Until the other one replies or accepts, a stranger has three messages. The row of the conversation is
-- held while they are counted; what is too much is left out, and the sender is refused.
CREATE FUNCTION count_first_messages() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  talk conversations;
BEGIN
  SELECT * INTO talk FROM conversations WHERE id = NEW.conversation_id;
  IF talk.accepted_at IS NOT NULL THEN RETURN NEW; END IF;
  SELECT * INTO talk FROM conversations WHERE id = NEW.conversation_id FOR NO KEY UPDATE;
  IF talk.accepted_at IS NOT NULL THEN RETURN NEW; END IF;
  IF talk.begun_by IS NULL AND NOT may_write_first(NEW.sender_id,
      CASE NEW.sender_id WHEN talk.participant_1 THEN talk.participant_2 ELSE talk.participant_1 END)
  THEN RETURN NULL; END IF;
  IF talk.begun_by <> NEW.sender_id OR have_worked_together(talk.participant_1, talk.participant_2) THEN
    UPDATE conversations SET accepted_at = clock_timestamp(), declined_at = NULL,
      begun_by = coalesce(begun_by, NEW.sender_id) WHERE id = talk.id;
    RETURN NEW;
  END IF;
  IF talk.begun_by IS NULL THEN
    UPDATE conversations SET begun_by = NEW.sender_id WHERE id = talk.id;
    RETURN NEW;
  END IF;
  IF (SELECT count(*) FROM (SELECT FROM conversation_messages
      WHERE conversation_id = talk.id LIMIT 3) said) >= 3 THEN RETURN NULL; END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER conversation_messages_first BEFORE INSERT ON conversation_messages
  FOR EACH ROW EXECUTE FUNCTION count_first_messages();
--> statement-breakpoint
-- Both hear that a request was accepted; that it was declined, only who did it.
CREATE FUNCTION tell_requests() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO change_events (table_name, op, row_id, conversation_id, audience)
  VALUES ('conversation_messages', 'update', NEW.id, NEW.id,
    CASE WHEN NEW.declined_at IS NULL THEN ARRAY[NEW.participant_1, NEW.participant_2]
      WHEN NEW.begun_by = NEW.participant_1 THEN ARRAY[NEW.participant_2]
      ELSE ARRAY[NEW.participant_1] END);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER conversations_tell_requests AFTER UPDATE OF accepted_at, declined_at ON conversations
  FOR EACH ROW WHEN (OLD.accepted_at IS DISTINCT FROM NEW.accepted_at
    OR OLD.declined_at IS DISTINCT FROM NEW.declined_at) EXECUTE FUNCTION tell_requests();
