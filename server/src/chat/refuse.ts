import { type Credential, findActor } from '../access/actor.ts';
import type { Database } from '../db/client.ts';
import { findJob } from '../job/queries.ts';
import { notFound, refusal } from '../transport/refusal.ts';

/** What to tell somebody who has no thread in a job: asked for only once that is known. */
export async function refuseJobThread(db: Database, credential: Credential, jobId: string) {
  if (!(await findActor(db, credential))) return refusal('UNAUTHORIZED');
  return (await findJob(db, credential, jobId)) ? refusal('FORBIDDEN') : notFound();
}

/** What to tell somebody who cannot talk to the member they named: asked for only once that is known. */
export async function refuseConversation(db: Database, credential: Credential) {
  return (await findActor(db, credential)) ? notFound() : refusal('UNAUTHORIZED');
}

/** Who sends is who is signed in: a body that names somebody else is refused. */
export async function refuseForeignSender(
  db: Database,
  credential: Credential,
  senderId: string | undefined,
): Promise<void> {
  if (!senderId) return;
  const actor = await findActor(db, credential);
  if (actor && actor.id !== senderId) throw refusal('FORBIDDEN');
}
