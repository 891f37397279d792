-- The statement that tells thousands of sitters of a job chooses their channels itself, as reading the
-- settings of each here took as long as its indexes. A node of the release before leaves them unchosen.
DROP TRIGGER notifications_channels ON notifications;
--> statement-breakpoint
CREATE TRIGGER notifications_channels BEFORE INSERT ON notifications FOR EACH ROW
  WHEN (NEW.type <> 'new_jobs.fits' OR (NEW.mail_state = 'queued' AND NEW.mail_due_at IS NULL))
  EXECUTE FUNCTION choose_channels();
