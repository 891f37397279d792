DROP INDEX "reviews_published";--> statement-breakpoint
DROP INDEX "reviews_by_reviewee";--> statement-breakpoint
CREATE INDEX "reviews_of_member" ON "reviews" USING btree ("reviewee_id","published_at","id");