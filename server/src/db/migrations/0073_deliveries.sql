CREATE TABLE "deliveries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"channel" text NOT NULL,
	"type" text NOT NULL,
	"member_id" uuid,
	"state" text NOT NULL,
	"reason" text,
	"created_at" timestamp with time zone NOT NULL,
	"mailed_at" timestamp with time zone,
	CONSTRAINT "deliveries_channel" CHECK ("deliveries"."channel" in ('email', 'push')),
	CONSTRAINT "deliveries_state" CHECK ("deliveries"."state" in ('none', 'queued', 'sent', 'delivered', 'bounced', 'failed', 'suppressed')),
	CONSTRAINT "deliveries_reason" CHECK ("deliveries"."reason" in ('switched_off', 'paused', 'quiet_hours', 'already_read', 'no_longer_true', 'too_late', 'suspended', 'unreachable', 'rejected', 'returned'))
);
--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_member_id_users_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "deliveries_by_age" ON "deliveries" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "deliveries_by_member" ON "deliveries" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "deliveries_failed" ON "deliveries" USING btree ("created_at","id") WHERE "deliveries"."state" = 'failed';--> statement-breakpoint
CREATE INDEX "deliveries_bounced" ON "deliveries" USING btree ("created_at","id") WHERE "deliveries"."state" = 'bounced';