ALTER TABLE "feedback" ADD COLUMN "client_id" uuid;--> statement-breakpoint
CREATE UNIQUE INDEX "feedback_client" ON "feedback" USING btree ("client_id","user_id");