import { areBlocked } from '../block/policy.ts';
import type { Database } from '../db/client.ts';
import { pathOfImage } from '../file/queries.ts';
import { MAX_ATTEMPTS } from '../tasks/task-queue.ts';

/** A job as it is stored. */
export type NewJob = {
  client_id: string;
  /** The hash of the request, as PostgreSQL reads it. */
  sent_hash: string;
  title: string;
  description: string;
  /** The area; its label is stored with the job. */
  place_id: number | null;
  address: string | null;
  job_type: string;
  start_date: string;
  end_date: string;
  time_zone: string;
  total_amount: number;
  hourly_rate: number | null;
  special_instructions: string | null;
  pet_name: string;
  pet_breed: string | null;
  pet_size: string | null;
  pet_image_url: string | null;
  pet_id: string | null;
  requires_met_before: boolean;
  requires_verified: boolean;
  requires_reviews: number;
  favorites_first_hours: number;
  /** The sitters asked first, and for how long; none for 0 hours. */
  asked: string[];
  ask_hours: number;
};

/** The new job or null, and whether the rows it references exist for its owner. */
export type InsertedJob = {
  id: string | null;
  has_owner: boolean;
  has_place: boolean;
  has_image: boolean;
  has_pet: boolean;
  has_asked: boolean;
};

const COLUMNS = `client_id, sent_hash, title, description, job_type, start_date, end_date, time_zone,
  total_amount, hourly_rate, special_instructions, pet_name, pet_breed, pet_size, pet_image_url,
  pet_id, address, requires_met_before, requires_verified, requires_reviews`;

/** So many hours from now by the database clock, but not after the start; null for none. */
const untilAfter = (hours: string) => `CASE WHEN given.${hours} > 0 THEN
  least(given.start_date, now() + given.${hours} * interval '1 hour') END`;

/**
 * One statement, because live streams wait for its commit. It locks the member, against a
 * concurrent suspension, and the photo, against its removal. It inserts nothing when something is
 * missing, or when the owner has a job with this `client_id`. A task notifies sitters once the
 * job is open to them. A trigger holds a new member's first jobs for staff review, if the
 * community wants that.
 */
const INSERT = `WITH owner AS (
    SELECT id FROM users WHERE id = $1 AND suspended_at IS NULL FOR SHARE),
  image AS (
    SELECT path FROM files WHERE path = $2 AND owner_id = $1 AND removed_at IS NULL FOR KEY SHARE),
  pet AS (
    SELECT id FROM pet_profiles WHERE id = ($3::jsonb ->> 'pet_id')::uuid AND owner_id = $1
    FOR KEY SHARE),
  given AS (
    SELECT * FROM jsonb_to_record($3) AS given (client_id uuid, sent_hash bytea, title text,
      description text, place_id int, address text, job_type text, start_date timestamptz, end_date timestamptz,
      time_zone text, total_amount numeric, hourly_rate numeric, special_instructions text,
      pet_name text, pet_breed text, pet_size text, pet_image_url text, pet_id uuid,
      requires_met_before boolean, requires_verified boolean, requires_reviews int,
      favorites_first_hours int, asked uuid[], ask_hours int)),
  found AS (
    SELECT EXISTS (SELECT FROM owner) AS has_owner, place.id AS place_id, place.label AS location,
      given.place_id IS NULL OR place.id IS NOT NULL AS has_place,
      given.pet_image_url IS NULL OR EXISTS (SELECT FROM image) AS has_image,
      given.pet_id IS NULL OR pet.id IS NOT NULL AS has_pet,
      cardinality(given.asked) = (SELECT count(*) FROM users asked WHERE asked.id = ANY (given.asked)
        AND asked.id <> $1 AND asked.suspended_at IS NULL AND asked.role IN ('pet_sitter', 'both')
        AND NOT ${areBlocked('asked.id', '$1::uuid')}) AS has_asked
    FROM given LEFT JOIN places place ON place.id = given.place_id
      LEFT JOIN pet ON pet.id = given.pet_id),
  made AS (
    INSERT INTO jobs (owner_id, place_id, location, favorites_until, reserved_until, ${COLUMNS})
    SELECT $1, found.place_id, found.location, ${untilAfter('favorites_first_hours')},
      ${untilAfter('ask_hours')}, ${COLUMNS}
    FROM given, found WHERE has_owner AND has_place AND has_image AND has_pet AND has_asked
    ON CONFLICT (owner_id, client_id) DO NOTHING RETURNING id, reserved_until),
  offered AS (
    INSERT INTO job_offers (job_id, sitter_id, kind, until_at)
    SELECT made.id, sitter_id, 'asked', ${untilAfter('ask_hours')}
    FROM made, given, unnest(given.asked) AS sitter_id WHERE given.ask_hours > 0),
  announced AS (
    SELECT graphile_worker.add_job('announce_job', json_build_object('id', id),
      max_attempts => ${MAX_ATTEMPTS}) FROM made WHERE reserved_until IS NULL)
  SELECT (SELECT count(announced)::int FROM announced) AS tasks, (SELECT id FROM made) AS id, has_owner, has_place, has_image, has_pet, has_asked FROM found`;

/** Inserts a job of this member with its change event, in one round trip. [J2] */
export async function insertJob(db: Database, ownerId: string, job: NewJob): Promise<InsertedJob> {
  const imagePath = job.pet_image_url && pathOfImage(job.pet_image_url);
  const [inserted] = await db.prepared<InsertedJob>('job-insert', INSERT, [
    ownerId,
    imagePath,
    job,
  ]);
  if (!inserted) throw new Error('posting a job returned no row');
  return inserted;
}
