CREATE TABLE "form_drafts" (
	"user_id" uuid NOT NULL,
	"form_type" text NOT NULL,
	"form_data" jsonb NOT NULL,
	"updated_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "form_drafts_user_id_form_type_pk" PRIMARY KEY("user_id","form_type")
);
--> statement-breakpoint
CREATE TABLE "pet_profiles" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"owner_id" uuid NOT NULL,
	"client_id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"breed" text NOT NULL,
	"age" numeric(6, 2),
	"weight" numeric(6, 2),
	"special_instructions" text,
	"medical_conditions" text,
	"emergency_contact" text,
	"emergency_phone" text,
	"profile_image_url" text,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "pet_profiles_client" UNIQUE("owner_id","client_id")
);
--> statement-breakpoint
ALTER TABLE "form_drafts" ADD CONSTRAINT "form_drafts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pet_profiles" ADD CONSTRAINT "pet_profiles_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "pet_profiles_by_owner" ON "pet_profiles" USING btree ("owner_id","created_at","id");--> statement-breakpoint
-- A pet is part of its owner's profile: whoever looks at that looks again.
CREATE FUNCTION tell_pet_profiles() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE owner uuid := coalesce(NEW.owner_id, OLD.owner_id);
BEGIN
  INSERT INTO change_events (table_name, op, row_id, audience)
  VALUES ('users', 'update', owner, ARRAY[owner]);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER pet_profiles_tell AFTER INSERT OR UPDATE OR DELETE ON pet_profiles
  FOR EACH ROW EXECUTE FUNCTION tell_pet_profiles();
