-- When an undo link was made: its expiry moves with later changes of the address. [U8]
ALTER TABLE auth.email_undo ADD COLUMN created_at timestamptz;--> statement-breakpoint
UPDATE auth.email_undo undo SET created_at = expires_at - interval '72 hours',
  -- As later changes do from now on: a newer link would outlive an older one.
  expires_at = CASE WHEN expires_at > now()
    THEN (SELECT max(expires_at) FROM auth.email_undo own WHERE own.user_id = undo.user_id)
    ELSE expires_at END;--> statement-breakpoint
ALTER TABLE auth.email_undo ALTER COLUMN created_at SET DEFAULT now(),
  ALTER COLUMN created_at SET NOT NULL;
