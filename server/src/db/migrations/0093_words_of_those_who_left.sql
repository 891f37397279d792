-- The form of a job, of which its hash was made, is gone with its owner. [X1]
UPDATE jobs SET sent_hash = NULL FROM users
WHERE users.id = jobs.owner_id AND users.erased_at IS NOT NULL AND jobs.sent_hash IS NOT NULL;
