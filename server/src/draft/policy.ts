import type { FormType } from '@kindpal/contract/draft/schema';
import { and, eq } from 'drizzle-orm';
import type { Actor } from '../access/actor.ts';
import { formDrafts } from '../db/schema/draft.ts';
import { refusal } from '../transport/refusal.ts';

/*
 * A draft is private to the member who typed it: nobody else can read or change it, including
 * staff. A call that names another member is refused.
 */

/** Throws FORBIDDEN when a call names another member. [O3] */
export function requireOwnDraft({ user_id }: { user_id?: string | undefined }, actor: Actor): void {
  if (user_id && user_id !== actor.id) throw refusal('FORBIDDEN');
}

/** The draft of a member's form, as a WHERE. [O3] */
export function ownDraft(userId: string, formType: FormType) {
  return and(eq(formDrafts.user_id, userId), eq(formDrafts.form_type, formType));
}
