-- When an undo link was made: its expiry moves with later changes of the address. [U8]
ALTER TABLE auth.email_undo ADD COLUMN created_at timestamptz;--> statement-breakpoint
UPDATE auth.email_undo SET created_at = expires_at - interval '72 hours';--> statement-breakpoint
ALTER TABLE auth.email_undo ALTER COLUMN created_at SET DEFAULT now(),
  ALTER COLUMN created_at SET NOT NULL;
