CREATE TABLE "auth"."email_undo" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "auth"."email_undo_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" uuid NOT NULL,
	"old_email" text NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "email_undo_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "auth"."terms_consent" (
	"user_id" uuid NOT NULL,
	"version" text NOT NULL,
	"accepted_at" timestamp with time zone NOT NULL,
	CONSTRAINT "terms_consent_user_id_version_pk" PRIMARY KEY("user_id","version")
);
--> statement-breakpoint
ALTER TABLE "auth"."refresh_token" ADD COLUMN "replaced_by" "bytea";--> statement-breakpoint
ALTER TABLE "auth"."signing_key" ADD COLUMN "activates_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "auth"."email_undo" ADD CONSTRAINT "email_undo_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "auth"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auth"."terms_consent" ADD CONSTRAINT "terms_consent_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "auth"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "email_undo_user" ON "auth"."email_undo" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "email_undo_old_email" ON "auth"."email_undo" USING btree (lower("old_email"));--> statement-breakpoint
CREATE INDEX "refresh_token_replaced" ON "auth"."refresh_token" USING btree ("replaced_at") WHERE "auth"."refresh_token"."replaced_at" is not null;
--> statement-breakpoint
-- Keys made before this release were active from the start.
UPDATE auth.signing_key SET activates_at = created_at;
--> statement-breakpoint
-- Refresh tokens were hashed without the secret, so a new secret did not end them. Those of API
-- clients end once, here; their clients sign in again. Browsers stay signed in.
DELETE FROM auth.session WHERE id IN (SELECT session_id FROM auth.refresh_token);
--> statement-breakpoint
-- An address that an undo link can restore is taken. AFTER, so that it also sees a link that was
-- written by the transaction that freed the address.
CREATE FUNCTION auth.keep_undo_address() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM auth.email_undo u
             WHERE lower(u.old_email) = lower(NEW.email) AND u.user_id <> NEW.id
               AND u.expires_at > now()) THEN
    RAISE EXCEPTION 'the address is kept for an undo link'
      USING ERRCODE = 'unique_violation', CONSTRAINT = 'user_email_unique';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER user_email_kept AFTER INSERT OR UPDATE OF email ON auth."user"
  FOR EACH ROW EXECUTE FUNCTION auth.keep_undo_address();
--> statement-breakpoint
-- Failed sign-ins and how long the next must wait. Like rate_limits it is worth nothing after a crash.
CREATE UNLOGGED TABLE auth.failed_attempts (
  key text PRIMARY KEY,
  failures integer NOT NULL,
  blocked_until timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);
