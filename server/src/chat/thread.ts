import type { Actor } from '../access/actor.ts';
import { notFound, refusal } from '../wire/refusal.ts';

/** Over `message` (messages) and `sender` (users); never anybody's e-mail. */
export const MESSAGE_COLUMNS = `message.id, message.job_id, message.claim_id, message.sender_id,
  message.client_id, message.content, message.message_type, message.created_at,
  json_build_object('full_name', sender.full_name,
    'profile_image_url', sender.profile_image_url) AS sender`;

/** What to tell somebody who has no thread in a job. */
export function refuseThread({ actor, job_exists }: { actor: Actor | null; job_exists: boolean }) {
  if (!actor) return refusal('UNAUTHORIZED');
  return job_exists ? refusal('FORBIDDEN') : notFound();
}
