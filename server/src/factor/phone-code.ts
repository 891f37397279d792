import { createHmac } from 'node:crypto';
import type { HolderContext } from '../access/context.ts';

export type PhoneFactor = { id: string; phone: string };

/** Whose code of a phone factor it is: of one session and one factor. [U13] */
export function phoneCodeOf({ services, holder }: HolderContext, { id, phone }: PhoneFactor) {
  const asker = createHmac('sha256', services.secret)
    .update(`asker factor ${id} ${holder.session_id}`)
    .digest();
  return { userId: holder.id, purpose: 'factor' as const, asker, phone };
}
