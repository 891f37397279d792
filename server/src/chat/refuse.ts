import { type Credential, findActor } from '../access/actor.ts';
import type { Database } from '../db/client.ts';
import { findJob } from '../job/queries.ts';
import { notFound, refusal } from '../transport/refusal.ts';

/** The error for somebody without a thread in a job; asks the database only then. */
export async function refuseJobThread(db: Database, credential: Credential, jobId: string) {
  if (!(await findActor(db, credential))) return refusal('UNAUTHORIZED');
  return (await findJob(db, credential, jobId)) ? refusal('FORBIDDEN') : notFound();
}

/** The error for somebody who cannot talk to the given member; asks the database only then. */
export async function refuseConversation(db: Database, credential: Credential) {
  return (await findActor(db, credential)) ? notFound() : refusal('UNAUTHORIZED');
}

/** The sender is the signed-in member: a body that names somebody else is refused. */
export async function refuseForeignSender(
  db: Database,
  credential: Credential,
  senderId: string | undefined,
): Promise<void> {
  if (!senderId) return;
  const actor = await findActor(db, credential);
  if (actor && actor.id !== senderId) throw refusal('FORBIDDEN');
}
