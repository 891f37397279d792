-- A call may begin before its member's deletion and write after it. What it would put back is refused:
-- first in the member's own row, which earlier releases may have filled in again.
UPDATE users SET first_name = 'Former', last_name = 'member', payment_links = '{}', username = NULL,
  bio = NULL, record_note = NULL, place_id = NULL, location = NULL, address = NULL, phone = NULL,
  profile_image_url = NULL, payment_preference = NULL, hourly_rate_amount = NULL,
  fixed_rate_amount = NULL, availability_data = NULL, services = NULL, cash_app_handle = NULL,
  social_links = NULL
WHERE erased_at IS NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_erased_stay_blank" CHECK ("users"."erased_at" is null or ("users"."first_name" = 'Former' and "users"."last_name" = 'member' and "users"."payment_links" = '{}'::jsonb and num_nonnulls("users"."username", "users"."bio", "users"."record_note", "users"."place_id", "users"."address", "users"."phone", "users"."profile_image_url", "users"."payment_preference", "users"."hourly_rate_amount", "users"."fixed_rate_amount", "users"."availability_data", "users"."services", "users"."cash_app_handle", "users"."social_links") = 0));--> statement-breakpoint
-- Then in what belongs to members. The lock waits for a deletion in progress, which holds the member,
-- and a later deletion waits for this transaction and finds the row.
CREATE FUNCTION require_present_member() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  left_at timestamptz;
BEGIN
  SELECT erased_at INTO left_at FROM users WHERE id = (to_jsonb(NEW) ->> TG_ARGV[0])::uuid
    FOR KEY SHARE;
  IF left_at IS NOT NULL THEN
    RAISE EXCEPTION 'this member has left' USING ERRCODE = 'check_violation',
      CONSTRAINT = 'of_present_member', TABLE = TG_TABLE_NAME, SCHEMA = TG_TABLE_SCHEMA;
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER form_drafts_of_present_member BEFORE INSERT ON form_drafts
  FOR EACH ROW EXECUTE FUNCTION require_present_member('user_id');
--> statement-breakpoint
CREATE TRIGGER feedback_of_present_member BEFORE INSERT ON feedback
  FOR EACH ROW EXECUTE FUNCTION require_present_member('user_id');
--> statement-breakpoint
CREATE TRIGGER files_of_present_member BEFORE INSERT ON files
  FOR EACH ROW EXECUTE FUNCTION require_present_member('owner_id');
--> statement-breakpoint
CREATE TRIGGER guideline_consents_of_present_member BEFORE INSERT ON guideline_consents
  FOR EACH ROW EXECUTE FUNCTION require_present_member('member_id');
--> statement-breakpoint
CREATE TRIGGER identity_checks_of_present_member BEFORE INSERT ON identity_checks
  FOR EACH ROW EXECUTE FUNCTION require_present_member('member_id');
--> statement-breakpoint
CREATE TRIGGER invites_of_present_member BEFORE INSERT ON invites
  FOR EACH ROW EXECUTE FUNCTION require_present_member('created_by');
--> statement-breakpoint
CREATE TRIGGER invite_requests_of_present_member BEFORE INSERT ON invite_requests
  FOR EACH ROW EXECUTE FUNCTION require_present_member('user_id');
--> statement-breakpoint
CREATE TRIGGER pet_profiles_of_present_member BEFORE INSERT ON pet_profiles
  FOR EACH ROW EXECUTE FUNCTION require_present_member('owner_id');
--> statement-breakpoint
CREATE TRIGGER home_access_of_present_member BEFORE INSERT ON home_access
  FOR EACH ROW EXECUTE FUNCTION require_present_member('owner_id');
--> statement-breakpoint
CREATE TRIGGER notification_settings_of_present_member BEFORE INSERT ON notification_settings
  FOR EACH ROW EXECUTE FUNCTION require_present_member('member_id');
--> statement-breakpoint
CREATE TRIGGER push_subscriptions_of_present_member BEFORE INSERT ON push_subscriptions
  FOR EACH ROW EXECUTE FUNCTION require_present_member('member_id');
--> statement-breakpoint
CREATE TRIGGER busy_calendars_of_present_member BEFORE INSERT ON busy_calendars
  FOR EACH ROW EXECUTE FUNCTION require_present_member('member_id');
--> statement-breakpoint
CREATE TRIGGER thread_reads_of_present_member BEFORE INSERT ON thread_reads
  FOR EACH ROW EXECUTE FUNCTION require_present_member('member_id');
--> statement-breakpoint
CREATE TRIGGER conversation_reads_of_present_member BEFORE INSERT ON conversation_reads
  FOR EACH ROW EXECUTE FUNCTION require_present_member('member_id');
--> statement-breakpoint
CREATE TRIGGER member_favorites_of_present_member BEFORE INSERT ON member_favorites
  FOR EACH ROW EXECUTE FUNCTION require_present_member('member_id');
--> statement-breakpoint
CREATE TRIGGER member_blocks_of_present_member BEFORE INSERT ON member_blocks
  FOR EACH ROW EXECUTE FUNCTION require_present_member('blocker_id');
