DROP INDEX "users_with_links";--> statement-breakpoint
ALTER TABLE "home_access" ADD COLUMN "changed_at" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
CREATE INDEX "users_with_links" ON "users" USING btree ("id") WHERE ("users"."bio" ~* '[a-z]://[a-z0-9]|\mwww\.[a-z0-9]|(^|[^@A-Za-z0-9._%+-]|\.\.)([A-Za-z0-9-]+\.)*[A-Za-z0-9-]*[A-Za-z][A-Za-z0-9-]*\.(com|org)(?![A-Za-z0-9-])(?![A-Za-z0-9._%+-]*@)' or "users"."bio" ~ '(^|[^@A-Za-z0-9._%+-]|\.\.)([A-Za-z0-9-]+\.)*[A-Za-z0-9-]*[A-Za-z][A-Za-z0-9-]*\.(com|net|org|info|io|app|shop|site|link|online|store|website|page|blog|club|dev|xyz|biz|eu|tv|cc|ly|gl|gg|co|ai|ar|au|br|ca|ch|cl|cn|cz|de|dk|ee|es|fi|fr|gr|hk|hr|hu|ie|il|jp|ke|kr|lt|lu|lv|mx|ng|nl|nz|ph|pl|pt|ro|rs|ru|se|sg|si|sk|th|tr|tw|ua|uk|vn|za)(?![A-Za-z0-9-])(?![A-Za-z0-9._%+-]*@)|(^|[^@A-Za-z0-9._%+-]|\.\.)([A-Za-z0-9-]+\.)+[A-Za-z0-9-]*[A-Za-z][A-Za-z0-9-]*\.(am|as|at|be|by|do|id|in|is|it|me|my|no|so|to|us|care|dog|love|pet|pets)(?![A-Za-z0-9-])(?![A-Za-z0-9._%+-]*@)|(^|[^@A-Za-z0-9._%+-]|\.\.)([A-Za-z0-9-]+\.)*[A-Za-z0-9-]*[A-Za-z][A-Za-z0-9-]*\.(am|as|at|be|by|do|id|in|is|it|me|my|no|so|to|us|care|dog|love|pet|pets)/[A-Za-z0-9]');--> statement-breakpoint
-- What was attached goes with its sitter, in the same transaction: the next one has it once its owner
-- attaches it again.
DROP TRIGGER jobs_forget_access ON jobs;--> statement-breakpoint
CREATE TRIGGER jobs_forget_access AFTER UPDATE OF status ON jobs
  FOR EACH ROW WHEN (NEW.status IN ('open', 'cancelled') AND OLD.status <> NEW.status)
  EXECUTE FUNCTION forget_job_access();--> statement-breakpoint
DELETE FROM job_access access WHERE EXISTS (SELECT FROM job_claims claim
  WHERE claim.job_id = access.job_id AND claim.ended_at > access.attached_at
    AND claim.end_reason IN ('released', 'no_show'));
