import { createHmac } from 'node:crypto';
import type { HolderContext } from '../access/context.ts';

export type PhoneFactor = { id: string; phone: string };

/** The owner of a phone factor's code: a session and a factor. [U13] */
export function phoneCodeOf({ services, holder }: HolderContext, { id, phone }: PhoneFactor) {
  const asker = createHmac('sha256', services.secret)
    .update(`asker factor ${id} ${holder.session_id}`)
    .digest();
  return { userId: holder.id, purpose: 'factor' as const, asker, phone };
}
