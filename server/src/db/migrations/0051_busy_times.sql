CREATE TABLE "busy_calendars" (
	"member_id" uuid PRIMARY KEY NOT NULL,
	"sealed_url" text NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"read_at" timestamp with time zone,
	"problem" text,
	CONSTRAINT "busy_calendars_problem" CHECK ("busy_calendars"."problem" in ('unreachable', 'no_calendar', 'too_large'))
);
--> statement-breakpoint
CREATE TABLE "busy_times" (
	"member_id" uuid NOT NULL,
	"start_date" timestamp with time zone NOT NULL,
	"end_date" timestamp with time zone NOT NULL,
	CONSTRAINT "busy_times_member_id_start_date_pk" PRIMARY KEY("member_id","start_date"),
	CONSTRAINT "busy_times_order" CHECK ("busy_times"."start_date" < "busy_times"."end_date")
);
--> statement-breakpoint
ALTER TABLE "busy_calendars" ADD CONSTRAINT "busy_calendars_member_id_users_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "busy_times" ADD CONSTRAINT "busy_times_member_id_busy_calendars_member_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."busy_calendars"("member_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "busy_calendars_due" ON "busy_calendars" USING btree ("due_at");