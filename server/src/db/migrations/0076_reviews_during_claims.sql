-- A review that is published after a block names its author to nobody who does not see them. During
-- a claim between the two, the blocked member does: a missing name would reveal the block.
CREATE OR REPLACE FUNCTION notify_review() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO notifications (member_id, type, event_key, subject_id, job_id, claim_id, actor_id,
    job_title, created_at)
  SELECT NEW.reviewee_id, 'reviews.received', NEW.id, job.id, job.id, claim.id,
    CASE WHEN NOT EXISTS (SELECT FROM member_blocks block
      WHERE (block.blocker_id, block.blocked_id)
        IN ((NEW.reviewer_id, NEW.reviewee_id), (NEW.reviewee_id, NEW.reviewer_id))
        AND (block.blocker_id = NEW.reviewee_id OR NOT EXISTS (SELECT FROM job_claims held
          WHERE held.ended_at IS NULL AND (
            (held.sitter_id = NEW.reviewee_id
              AND (SELECT owner_id FROM jobs WHERE id = held.job_id) = NEW.reviewer_id)
            OR (held.sitter_id = NEW.reviewer_id
              AND (SELECT owner_id FROM jobs WHERE id = held.job_id) = NEW.reviewee_id)))))
      THEN NEW.reviewer_id END,
    job.title, NEW.published_at
  FROM job_claims claim JOIN jobs job ON job.id = claim.job_id WHERE claim.id = NEW.claim_id;
  RETURN NULL;
END $$;
