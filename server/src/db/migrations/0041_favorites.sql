CREATE TABLE "member_favorites" (
	"member_id" uuid NOT NULL,
	"favorite_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "member_favorites_member_id_favorite_id_pk" PRIMARY KEY("member_id","favorite_id"),
	CONSTRAINT "member_favorites_other" CHECK ("member_favorites"."member_id" <> "member_favorites"."favorite_id")
);
--> statement-breakpoint
ALTER TABLE "member_favorites" ADD CONSTRAINT "member_favorites_member_id_users_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_favorites" ADD CONSTRAINT "member_favorites_favorite_id_users_id_fk" FOREIGN KEY ("favorite_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "member_favorites_by_favorite" ON "member_favorites" USING btree ("favorite_id");--> statement-breakpoint
CREATE INDEX "member_favorites_newest" ON "member_favorites" USING btree ("member_id","created_at","favorite_id");--> statement-breakpoint
-- Who blocks a member no longer likes to ask them.
CREATE FUNCTION forget_favorite() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM member_favorites WHERE member_id = NEW.blocker_id AND favorite_id = NEW.blocked_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER member_blocks_forget_favorite AFTER INSERT ON member_blocks
  FOR EACH ROW EXECUTE FUNCTION forget_favorite();
