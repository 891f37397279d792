-- A review that is published after one of the two has blocked the other tells its reader no name, as
-- on their profile.
CREATE OR REPLACE FUNCTION notify_review() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO notifications (member_id, type, event_key, subject_id, job_id, claim_id, actor_id,
    job_title, created_at)
  SELECT NEW.reviewee_id, 'reviews.received', NEW.id, job.id, job.id, claim.id,
    CASE WHEN NOT EXISTS (SELECT FROM member_blocks block
      WHERE (block.blocker_id, block.blocked_id)
        IN ((NEW.reviewer_id, NEW.reviewee_id), (NEW.reviewee_id, NEW.reviewer_id)))
      THEN NEW.reviewer_id END,
    job.title, NEW.published_at
  FROM job_claims claim JOIN jobs job ON job.id = claim.job_id WHERE claim.id = NEW.claim_id;
  RETURN NULL;
END $$;
