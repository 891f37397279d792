import { randomBytes, randomUUID } from 'node:crypto';
import type { Role } from '@kindpal/contract/member/role';
import type { AppRole } from '@kindpal/contract/staff/schema';
import { eq, sql } from 'drizzle-orm';
import type { Credential } from '../access/actor.ts';
import type { Database, Queries } from '../db/client.ts';
import { authSession, authUser } from '../db/schema/account.ts';
import { jobClaims } from '../db/schema/claim.ts';
import { conversations } from '../db/schema/conversation.ts';
import { files } from '../db/schema/file.ts';
import { jobs } from '../db/schema/job.ts';
import { users } from '../db/schema/member.ts';
import { userRoles } from '../db/schema/staff.ts';
import { pathOfImage } from '../file/queries.ts';
import { MAPLEWOOD } from './sample-places.ts';

/** A test member: signed in, and ready to make calls. */
export type TestMember = { id: string; email: string; session_id: string; credential: Credential };

const HOUR = 3_600_000;
let counter = 0;

/** Creates a signed-in member without invites and passwords. */
export async function createMember(
  db: Database,
  given: Partial<typeof users.$inferInsert> & { role?: Role; app_role?: AppRole } = {},
): Promise<TestMember> {
  const { app_role, ...fields } = given;
  counter += 1;
  const id = randomUUID();
  const email = `member-${counter}-${id.slice(0, 8)}@example.org`;
  const role = fields.role ?? 'pet_owner';
  const active_role = role === 'pet_sitter' ? 'pet_sitter' : 'pet_owner';
  const token = randomBytes(24).toString('base64url');
  const session_id = randomUUID();
  await db.drizzle.transaction(async (tx) => {
    await tx.insert(authUser).values({ id, email, name: `Member ${counter}` });
    await createFile(tx, id, fields.profile_image_url);
    await tx.insert(users).values({
      id,
      first_name: 'Member',
      last_name: `No${counter}`,
      active_role,
      ...fields,
      role,
    });
    if (app_role) await tx.insert(userRoles).values({ user_id: id, role: app_role });
    const expiresAt = new Date(Date.now() + 24 * HOUR);
    // Staff as after using a second factor.
    const admitsStaff = app_role !== undefined;
    await tx.insert(authSession).values({
      ...{ id: session_id, token, userId: id, admitsStaff, expiresAt },
      confirmedAt: sql`now()`,
    });
  });
  return { id, email, session_id, credential: { by: 'token', value: token } };
}

/** Inserts the file row for an image's address, unless it exists; without bytes. */
async function createFile(queries: Queries, owner_id: string, url?: string | null): Promise<void> {
  const path = url && pathOfImage(url);
  if (path) await queries.insert(files).values({ path, owner_id, bytes: 1 }).onConflictDoNothing();
}

/**
 * Creates a town with this name, as an area for members and jobs; place search does not find it.
 */
export async function createArea(
  db: Database,
  label: string,
): Promise<{ place_id: number; location: string }> {
  counter += 1;
  const { rows } = await db.pool.query<{ place_id: number }>(
    `INSERT INTO places (id, name, region, country, label, area_keys, population, latitude, longitude)
     VALUES ($1, $2, '', 'Nowhere', $2, '||', 0, 0, 0) RETURNING id AS place_id`,
    [1_000_000_000 + counter, label],
  );
  return { place_id: (rows[0] as { place_id: number }).place_id, location: label };
}

/** Creates a job, open and tomorrow by default, with a new owner if none is given. */
export async function createJob(
  db: Database,
  given: Partial<typeof jobs.$inferInsert> = {},
): Promise<typeof jobs.$inferSelect> {
  const owner_id = given.owner_id ?? (await createMember(db)).id;
  counter += 1;
  // Each a second apart, so that one sitter may claim several.
  const start = Date.now() + 24 * HOUR + counter * 1000;
  await createFile(db.drizzle, owner_id, given.pet_image_url);
  const [job] = await db.drizzle
    .insert(jobs)
    .values({
      title: 'A long walk for Biscuit',
      description: 'Two hours through the park, with a stop at the pond.',
      ...MAPLEWOOD,
      address: '12 Elm Street',
      job_type: 'dog_walking',
      start_date: new Date(start),
      end_date: new Date(start + 2 * HOUR),
      time_zone: 'America/New_York',
      total_amount: 25,
      pet_name: 'Biscuit',
      pet_breed: 'Beagle',
      pet_size: 'small',
      ...(given.status === 'cancelled' ? { cancel_code: 'by_owner' } : {}),
      ...given,
      owner_id,
    })
    .returning();
  return job as typeof jobs.$inferSelect;
}

/** Creates a claim, live by default, and updates the job; creates what is not given. */
export async function createClaim(
  db: Database,
  given: {
    job?: typeof jobs.$inferSelect;
    sitter_id?: string;
    status?: 'claimed' | 'in_progress';
  } = {},
): Promise<{
  job: typeof jobs.$inferSelect;
  claim: typeof jobClaims.$inferSelect;
  sitter_id: string;
}> {
  const { status = 'claimed' } = given;
  const job = given.job ?? (await createJob(db, { status }));
  const sitter_id = given.sitter_id ?? (await createMember(db, { role: 'pet_sitter' })).id;
  const [claim] = await db.drizzle
    .insert(jobClaims)
    .values({ job_id: job.id, sitter_id, start_date: job.start_date, end_date: job.end_date })
    .returning();
  await db.pool.query('UPDATE jobs SET status = $2 WHERE id = $1', [job.id, status]);
  return { job, claim: claim as typeof jobClaims.$inferSelect, sitter_id };
}

/** Creates a job that a sitter completed just now, or that ended as given; it can be reviewed. */
export async function createEndedClaim(
  db: Database,
  given: {
    owner_id?: string;
    sitter_id?: string;
    ended?: Partial<typeof jobClaims.$inferInsert>;
  } = {},
): Promise<{
  job_id: string;
  claim_id: string;
  owner: Pick<TestMember, 'id'>;
  sitter: Pick<TestMember, 'id'>;
}> {
  const job = await createJob(db, given.owner_id ? { owner_id: given.owner_id } : {});
  const { claim, sitter_id } = await createClaim(db, {
    job,
    ...(given.sitter_id ? { sitter_id: given.sitter_id } : {}),
  });
  const now = new Date();
  await db.drizzle
    .update(jobClaims)
    .set({ ended_at: now, end_reason: 'completed', completed_at: now, ...given.ended })
    .where(eq(jobClaims.id, claim.id));
  await db.drizzle.update(jobs).set({ status: 'completed' }).where(eq(jobs.id, job.id));
  return {
    job_id: job.id,
    claim_id: claim.id,
    owner: { id: job.owner_id },
    sitter: { id: sitter_id },
  };
}

/** Creates a conversation of two members; returns its id. */
export async function createConversation(
  db: Database,
  [one, other]: [Pick<TestMember, 'id'>, Pick<TestMember, 'id'>],
): Promise<string> {
  const [participant_1, participant_2] = [one.id, other.id].sort() as [string, string];
  const [row] = await db.drizzle
    .insert(conversations)
    .values({ participant_1, participant_2, accepted_at: new Date() })
    .returning();
  return (row as typeof conversations.$inferSelect).id;
}

/** A job as the form sends it: valid, the day after tomorrow. */
export function jobForm(given: Record<string, unknown> = {}) {
  return {
    title: 'Feed and cuddle Miso',
    description: 'Twice a day, and a word or two while she eats.',
    place_id: MAPLEWOOD.place_id,
    address: '4 Oak Lane',
    job_type: 'pet_sitting' as const,
    start_date: new Date(Date.now() + 48 * HOUR).toISOString(),
    end_date: new Date(Date.now() + 50 * HOUR).toISOString(),
    time_zone: 'Europe/Paris',
    total_amount: 40,
    pet_details: { name: 'Miso', size: 'small' as const },
    ...given,
  };
}
