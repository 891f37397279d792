-- The columns that the phase is made of stand in its index as well: an owner's jobs are counted by
-- phase without visiting the jobs.
CREATE INDEX jobs_by_owner_phase_counted ON jobs (owner_id, (CASE "status" WHEN 'open' THEN 'open' WHEN 'claimed' THEN 'upcoming' WHEN 'in_progress' THEN 'in_progress' ELSE CASE WHEN "awaits_confirmation" THEN 'to_confirm' ELSE 'past' END END), start_date, id)
  INCLUDE (status, awaits_confirmation);
--> statement-breakpoint
DROP INDEX jobs_by_owner_phase;
--> statement-breakpoint
ALTER INDEX jobs_by_owner_phase_counted RENAME TO jobs_by_owner_phase;
