import type { draft } from '@kindpal/contract/draft/contract';
import type { FormDraft, FormType } from '@kindpal/contract/draft/schema';
import { sql } from 'drizzle-orm';
import type { MemberCall } from '../access/call.ts';
import type { Queries } from '../db/client.ts';
import { formDrafts } from '../db/schema/draft.ts';
import { notFound } from '../transport/refusal.ts';
import { ownDraft, requireOwnDraft } from './policy.ts';

type Row = typeof formDrafts.$inferSelect;

function presentDraft({ form_type, form_data, updated_at }: Row): FormDraft {
  return { form_type, form_data, updated_at: updated_at.toISOString() };
}

/** The caller's input in a form; NOT_FOUND when there is none. Nobody reads another's. [O3] */
export async function getDraft({
  input,
  context,
}: MemberCall<typeof draft.get>): Promise<FormDraft> {
  const { services, actor } = context;
  requireOwnDraft(input, actor);
  const [row] = await services.db.drizzle
    .select()
    .from(formDrafts)
    .where(ownDraft(actor.id, input.form_type));
  if (!row) throw notFound();
  return presentDraft(row);
}

/**
 * Saves the caller's input and replaces the earlier draft. Throws FORBIDDEN for another member's.
 * [O3]
 */
export async function saveDraft({
  input,
  context,
}: MemberCall<typeof draft.save>): Promise<FormDraft> {
  const { services, actor } = context;
  const { form_type, form_data } = input;
  requireOwnDraft(input, actor);
  const [row] = await services.db.drizzle
    .insert(formDrafts)
    .values({ user_id: actor.id, form_type, form_data })
    .onConflictDoUpdate({
      target: [formDrafts.user_id, formDrafts.form_type],
      set: { form_data, updated_at: sql`clock_timestamp()` },
    })
    .returning();
  if (!row) throw new Error('a draft is gone');
  return presentDraft(row);
}

/** Deletes a member's draft of a form, inside or outside a transaction. [O3] */
export async function deleteDraft(
  queries: Queries,
  { userId, formType }: { userId: string; formType: FormType },
): Promise<void> {
  await queries.delete(formDrafts).where(ownDraft(userId, formType));
}

/** The call for `deleteDraft`. */
export async function removeDraft({ input, context }: MemberCall<typeof draft.remove>) {
  const { services, actor } = context;
  requireOwnDraft(input, actor);
  await deleteDraft(services.db.drizzle, { userId: actor.id, formType: input.form_type });
  return {};
}
