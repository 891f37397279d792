CREATE TABLE "acquaintances" (
	"member_id" uuid NOT NULL,
	"other_id" uuid NOT NULL,
	"since" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "acquaintances_member_id_other_id_pk" PRIMARY KEY("member_id","other_id")
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "named_in_paths" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "acquaintances" ADD CONSTRAINT "acquaintances_member_id_users_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "acquaintances" ADD CONSTRAINT "acquaintances_other_id_users_id_fk" FOREIGN KEY ("other_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "acquaintances_newest" ON "acquaintances" USING btree ("member_id","since","other_id");--> statement-breakpoint
CREATE INDEX "acquaintances_by_other" ON "acquaintances" USING btree ("other_id");
--> statement-breakpoint
-- Two members know each other from now on; in one order, so that two who do it at once never wait in a circle.
CREATE FUNCTION note_acquaintance(one uuid, other uuid) RETURNS void LANGUAGE sql AS $$
  INSERT INTO acquaintances (member_id, other_id)
  SELECT pair.member_id, pair.other_id FROM (VALUES (least(one, other), greatest(one, other)),
    (greatest(one, other), least(one, other))) pair (member_id, other_id)
  WHERE one <> other AND EXISTS (SELECT FROM users WHERE id = one AND erased_at IS NULL)
    AND EXISTS (SELECT FROM users WHERE id = other AND erased_at IS NULL)
  ON CONFLICT DO NOTHING
$$;
--> statement-breakpoint
CREATE FUNCTION note_invited() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_acquaintance(NEW.created_by, NEW.used_by);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER invites_note_invited AFTER INSERT OR UPDATE OF used_by ON invites
  FOR EACH ROW WHEN (NEW.used_by IS NOT NULL AND NEW.created_by IS NOT NULL)
  EXECUTE FUNCTION note_invited();
--> statement-breakpoint
-- Who is invited is written after their invite was used.
CREATE FUNCTION note_newcomer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_acquaintance(created_by, used_by) FROM invites
  WHERE used_by = NEW.id AND created_by IS NOT NULL;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER users_note_newcomer AFTER INSERT ON users
  FOR EACH ROW EXECUTE FUNCTION note_newcomer();
--> statement-breakpoint
CREATE FUNCTION note_finished_job() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_acquaintance(NEW.sitter_id, (SELECT owner_id FROM jobs WHERE id = NEW.job_id));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER job_claims_note_finished AFTER UPDATE OF end_reason ON job_claims
  FOR EACH ROW WHEN (OLD.end_reason IS NULL AND NEW.end_reason = 'completed')
  EXECUTE FUNCTION note_finished_job();
--> statement-breakpoint
CREATE TRIGGER job_claims_note_finished_before AFTER INSERT ON job_claims
  FOR EACH ROW WHEN (NEW.end_reason = 'completed') EXECUTE FUNCTION note_finished_job();
--> statement-breakpoint
INSERT INTO acquaintances (member_id, other_id, since)
WITH met AS (
    SELECT created_by AS one, used_by AS other, used_at AS at FROM invites
    WHERE created_by IS NOT NULL AND used_by IS NOT NULL
    UNION ALL SELECT claim.sitter_id, job.owner_id, claim.ended_at
    FROM job_claims claim JOIN jobs job ON job.id = claim.job_id WHERE claim.end_reason = 'completed'),
  known AS (
    SELECT least(one, other) AS one, greatest(one, other) AS other, min(coalesce(at, now())) AS at
    FROM met WHERE one <> other GROUP BY 1, 2)
SELECT pair.member_id, pair.other_id, known.at
FROM known CROSS JOIN LATERAL (VALUES (one, other), (other, one)) pair (member_id, other_id)
JOIN users first ON first.id = one AND first.erased_at IS NULL
JOIN users second ON second.id = other AND second.erased_at IS NULL;
--> statement-breakpoint
-- The newest 50 whom a member knows, without those who are suspended or blocked from one of two ends.
CREATE FUNCTION steps_from(member uuid, one uuid, other uuid) RETURNS uuid[] LANGUAGE sql STABLE AS $$
  SELECT coalesce(array_agg(known.other_id ORDER BY known.since DESC), '{}')
  FROM (SELECT other_id, since FROM acquaintances WHERE member_id = member
    ORDER BY since DESC, other_id DESC LIMIT 50) known
  JOIN users ON users.id = known.other_id AND users.suspended_at IS NULL
  WHERE NOT EXISTS (SELECT FROM member_blocks WHERE (blocker_id, blocked_id) IN (
    (one, known.other_id), (known.other_id, one), (other, known.other_id), (known.other_id, other)))
$$;
--> statement-breakpoint
-- Who is between two members, from the first on; empty when they know each other, null where no way of
-- at most four steps was found. Reads at most 2 * (50 + 2,500) entries, and judges at most 200 ways.
CREATE FUNCTION find_trust_path(one uuid, other uuid) RETURNS uuid[] LANGUAGE plpgsql STABLE AS $$
DECLARE
  ours uuid[];
  theirs uuid[];
  found uuid[];
BEGIN
  IF one = other THEN RETURN NULL; END IF;
  IF EXISTS (SELECT FROM acquaintances WHERE member_id = one AND other_id = other) THEN
    RETURN '{}';
  END IF;
  ours := steps_from(one, one, other);
  theirs := steps_from(other, one, other);
  SELECT ARRAY[way.step] INTO found FROM (
    SELECT step FROM unnest(ours) step
    WHERE EXISTS (SELECT FROM acquaintances WHERE member_id = step AND other_id = other)
    UNION ALL SELECT step FROM unnest(theirs) step
    WHERE EXISTS (SELECT FROM acquaintances WHERE member_id = step AND other_id = one)) way LIMIT 1;
  IF found IS NOT NULL OR cardinality(ours) = 0 OR cardinality(theirs) = 0 THEN RETURN found; END IF;
  SELECT ARRAY[way.mine, way.yours] INTO found
  FROM (SELECT mine, known.other_id AS yours FROM unnest(ours) mine
    JOIN acquaintances known ON known.member_id = mine AND known.other_id = ANY (theirs) LIMIT 200) way
  WHERE NOT EXISTS (SELECT FROM member_blocks
    WHERE (blocker_id, blocked_id) IN ((way.mine, way.yours), (way.yours, way.mine)))
  LIMIT 1;
  IF found IS NOT NULL THEN RETURN found; END IF;
  SELECT ARRAY[way.mine, way.middle, way.yours] INTO found
  FROM (SELECT mine, near.other_id AS middle, yours
    FROM unnest(ours) mine
    CROSS JOIN LATERAL (SELECT other_id FROM acquaintances WHERE member_id = mine
      ORDER BY since DESC, other_id DESC LIMIT 50) near
    JOIN (SELECT yours, far.other_id FROM unnest(theirs) yours
      CROSS JOIN LATERAL (SELECT other_id FROM acquaintances WHERE member_id = yours
        ORDER BY since DESC, other_id DESC LIMIT 50) far) beyond ON beyond.other_id = near.other_id
    WHERE mine <> yours AND near.other_id NOT IN (one, other) LIMIT 200) way
  JOIN users ON users.id = way.middle AND users.suspended_at IS NULL
  WHERE NOT EXISTS (SELECT FROM member_blocks
    WHERE blocker_id IN (one, way.mine, way.middle, way.yours, other)
      AND blocked_id IN (one, way.mine, way.middle, way.yours, other))
  LIMIT 1;
  RETURN found;
END $$;
