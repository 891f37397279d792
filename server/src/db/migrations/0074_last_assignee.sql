ALTER TABLE "reports" ADD COLUMN "last_assigned_to" uuid;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_last_assigned_to_users_id_fk" FOREIGN KEY ("last_assigned_to") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "reports_by_last_assignee" ON "reports" USING btree ("last_assigned_to");--> statement-breakpoint
UPDATE "reports" SET "last_assigned_to" = "assigned_to" WHERE "assigned_to" IS NOT NULL;
