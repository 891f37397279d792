CREATE TABLE "auth"."one_time_code" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"purpose" text NOT NULL,
	"asker" "bytea" NOT NULL,
	"code_hash" "bytea" NOT NULL,
	"link_hash" "bytea",
	"attempts" integer DEFAULT 0 NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "one_time_code_link_hash_unique" UNIQUE("link_hash"),
	CONSTRAINT "one_time_code_purpose" CHECK ("auth"."one_time_code"."purpose" in ('sign_in', 'reauthentication')),
	CONSTRAINT "one_time_code_attempts" CHECK ("auth"."one_time_code"."attempts" between 0 and 5)
);
--> statement-breakpoint
ALTER TABLE "auth"."one_time_code" ADD CONSTRAINT "one_time_code_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "auth"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "one_time_code_asker" ON "auth"."one_time_code" USING btree ("user_id","purpose","asker");--> statement-breakpoint
-- Codes that were mailed to a member end with their sessions.
CREATE OR REPLACE FUNCTION apply_suspension() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.suspended_at IS NOT NULL THEN
    PERFORM FROM auth."user" WHERE id = NEW.id FOR UPDATE;
    DELETE FROM auth.verification WHERE value = NEW.id::text;
    DELETE FROM auth.session WHERE user_id = NEW.id;
    DELETE FROM auth.one_time_code WHERE user_id = NEW.id;
    DELETE FROM auth.email_change WHERE user_id = NEW.id;
  END IF;
  INSERT INTO change_events (table_name, op, row_id, job_id)
  SELECT 'jobs', CASE WHEN NEW.suspended_at IS NULL THEN 'insert' ELSE 'delete' END, id, id
  FROM jobs WHERE owner_id = NEW.id AND status = 'open';
  RETURN NULL;
END $$;
