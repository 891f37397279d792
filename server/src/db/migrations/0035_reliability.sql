CREATE TABLE "reliability" (
	"member_id" uuid NOT NULL,
	"side" text NOT NULL,
	"finished" integer DEFAULT 0 NOT NULL,
	"cancelled" integer DEFAULT 0 NOT NULL,
	"no_shows" integer DEFAULT 0 NOT NULL,
	"shortest_notice" interval,
	CONSTRAINT "reliability_member_id_side_pk" PRIMARY KEY("member_id","side"),
	CONSTRAINT "reliability_side" CHECK ("reliability"."side" in ('sitter', 'owner')),
	CONSTRAINT "reliability_counts" CHECK (least("reliability"."finished", "reliability"."cancelled", "reliability"."no_shows") >= 0)
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "record_note" text;--> statement-breakpoint
ALTER TABLE "reliability" ADD CONSTRAINT "reliability_member_id_users_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_record_note" CHECK (char_length("users"."record_note") <= 200);
--> statement-breakpoint
-- How a claim ended for one of its sides: it was finished, that side called it off, or the sitter did
-- not come. What the other side or our team ended says nothing about a member.
CREATE FUNCTION claim_record(claim job_claims, side text, owner uuid) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE
    WHEN claim.end_reason = 'completed' THEN 'finished'
    WHEN claim.end_reason = 'no_show' THEN CASE side WHEN 'sitter' THEN 'no_shows' END
    WHEN claim.ended_by = CASE side WHEN 'sitter' THEN claim.sitter_id ELSE owner END THEN 'cancelled' END
$$;
--> statement-breakpoint
-- Adds to a member's record, so that two endings at once count both.
CREATE FUNCTION count_claim(claim job_claims, owner uuid) RETURNS void LANGUAGE sql AS $$
  INSERT INTO reliability AS record (member_id, side, finished, cancelled, no_shows, shortest_notice)
  SELECT ended.member, ended.side, (ended.how = 'finished')::int,
    (ended.how = 'cancelled')::int, (ended.how = 'no_shows')::int,
    CASE WHEN ended.how = 'cancelled' THEN claim.start_date - claim.ended_at END
  FROM (SELECT one.member, one.side, claim_record(claim, one.side, owner) AS how
    FROM (VALUES (claim.sitter_id, 'sitter'), (owner, 'owner')) one (member, side)) ended
  WHERE ended.how IS NOT NULL ORDER BY ended.member
  ON CONFLICT (member_id, side) DO UPDATE SET
    finished = record.finished + excluded.finished,
    cancelled = record.cancelled + excluded.cancelled,
    no_shows = record.no_shows + excluded.no_shows,
    shortest_notice = least(record.shortest_notice, excluded.shortest_notice)
$$;
--> statement-breakpoint
CREATE FUNCTION keep_reliability() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE owner uuid := (SELECT owner_id FROM jobs WHERE id = NEW.job_id);
BEGIN
  PERFORM count_claim(NEW, owner);
  RETURN NULL;
END $$;
--> statement-breakpoint
-- A claim ends once; a new one, which is the hottest write, does not even ask.
CREATE TRIGGER job_claims_keep_reliability AFTER UPDATE OF end_reason ON job_claims
  FOR EACH ROW WHEN (OLD.end_reason IS NULL AND NEW.end_reason IS NOT NULL)
  EXECUTE FUNCTION keep_reliability();
--> statement-breakpoint
CREATE TRIGGER job_claims_begin_reliability AFTER INSERT ON job_claims
  FOR EACH ROW WHEN (NEW.end_reason IS NOT NULL) EXECUTE FUNCTION keep_reliability();
--> statement-breakpoint
INSERT INTO reliability (member_id, side, finished, cancelled, no_shows, shortest_notice)
SELECT ended.member, ended.side, count(*) FILTER (WHERE how = 'finished'),
  count(*) FILTER (WHERE how = 'cancelled'), count(*) FILTER (WHERE how = 'no_shows'),
  min(notice) FILTER (WHERE how = 'cancelled')
FROM (SELECT one.member, one.side, claim_record(claim, one.side, job.owner_id) AS how,
    claim.start_date - claim.ended_at AS notice
  FROM job_claims claim JOIN jobs job ON job.id = claim.job_id,
    LATERAL (VALUES (claim.sitter_id, 'sitter'), (job.owner_id, 'owner')) one (member, side)
  WHERE claim.end_reason IS NOT NULL) ended
WHERE ended.how IS NOT NULL GROUP BY ended.member, ended.side;
