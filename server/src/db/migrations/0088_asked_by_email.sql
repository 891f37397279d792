ALTER TABLE "deliveries" DROP CONSTRAINT "deliveries_reason";--> statement-breakpoint
ALTER TABLE "notifications" DROP CONSTRAINT "notifications_mail_reason";--> statement-breakpoint
ALTER TABLE "newsletter_subscriptions" ADD COLUMN "asked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "waitlist_entries" ADD COLUMN "asked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_reason" CHECK ("deliveries"."reason" in ('switched_off', 'paused', 'quiet_hours', 'already_read', 'no_longer_true', 'too_late', 'suspended', 'unconfirmed', 'unreachable', 'rejected', 'returned'));--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_mail_reason" CHECK ("notifications"."mail_reason" in ('switched_off', 'paused', 'quiet_hours', 'already_read', 'no_longer_true', 'too_late', 'suspended', 'unconfirmed', 'unreachable', 'rejected', 'returned'));--> statement-breakpoint
-- Earlier releases did not note who was asked. An account has a date to confirm by only if a mail
-- server was set when it was made: what was entered since the first of these was asked.
UPDATE newsletter_subscriptions SET asked_at = created_at
WHERE confirmed_at IS NULL
  AND created_at >= (SELECT min(created_at) FROM auth."user" WHERE confirm_by IS NOT NULL);--> statement-breakpoint
UPDATE waitlist_entries SET asked_at = created_at
WHERE confirmed_at IS NULL
  AND created_at >= (SELECT min(created_at) FROM auth."user" WHERE confirm_by IS NOT NULL);
