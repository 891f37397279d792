import { eq, inArray, sql } from 'drizzle-orm';
import type { Queries } from '../db/client.ts';
import { messages } from '../db/schema/chat.ts';
import { jobClaims } from '../db/schema/claim.ts';
import { conversationMessages } from '../db/schema/conversation.ts';
import { invites } from '../db/schema/invite.ts';
import { jobs } from '../db/schema/job.ts';
import { notifications } from '../db/schema/notification.ts';

/** Replaces a deleted member's texts. */
export const GONE = 'Deleted with its author’s account.';

/**
 * Removes a member's own texts from what others still need: their messages and the texts of their
 * jobs. The facts of jobs and others' texts stay. Reasons and reviews are removed by the trigger
 * `erase_words` when the member's row is blanked. [X1]
 */
export async function blankWords(tx: Queries, id: string): Promise<void> {
  const own = tx.select({ id: jobs.id }).from(jobs).where(eq(jobs.owner_id, id));
  const title = sql`case ${jobs.job_type} when 'dog_walking' then 'Dog walking' else 'Pet sitting' end`;
  // In the order of their ids: their members may be marking them as read.
  const about = tx
    .select({ id: notifications.id })
    .from(notifications)
    .where(inArray(notifications.job_id, own))
    .orderBy(notifications.id)
    .for('no key update');
  await tx
    .update(notifications)
    .set({ job_title: sql`(select ${title} from jobs where jobs.id = ${notifications.job_id})` })
    .where(inArray(notifications.id, about));
  await tx
    .update(jobs)
    .set({
      title,
      // Made of the form: with the rest of it, the address could be found by trying.
      sent_hash: null,
      description: GONE,
      place_id: null,
      location: null,
      address: null,
      special_instructions: null,
      pet_name: 'Unknown Pet',
      pet_breed: null,
      pet_size: null,
      pet_image_url: null,
      cancel_reason: null,
    })
    .where(eq(jobs.owner_id, id));
  await tx.update(jobClaims).set({ end_note: null }).where(eq(jobClaims.ended_by, id));
  await tx.update(messages).set({ content: GONE }).where(eq(messages.sender_id, id));
  await tx
    .update(conversationMessages)
    .set({ content: GONE })
    .where(eq(conversationMessages.sender_id, id));
  await tx.update(invites).set({ grant_reason: null }).where(eq(invites.created_by, id));
}
