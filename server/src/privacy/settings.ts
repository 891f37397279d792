import type { privacy } from '@kindpal/contract/privacy/contract';
import type { PrivacySettings } from '@kindpal/contract/privacy/schema';
import { eq } from 'drizzle-orm';
import type { MemberCall } from '../access/call.ts';
import type { MemberContext } from '../access/context.ts';
import { users } from '../db/schema/member.ts';
import { ownSettings } from './policy.ts';

const SETTINGS = { first_contact: users.first_contact, named_in_paths: users.named_in_paths };

/** The caller's settings for who may write first, and where their name is shown. [M3] */
export async function getPrivacySettings({
  context: { services, actor },
}: {
  context: MemberContext;
}): Promise<PrivacySettings> {
  const [row] = await services.db.drizzle
    .select(SETTINGS)
    .from(users)
    .where(eq(users.id, actor.id));
  if (!row) throw new Error('a signed-in member has no row');
  return row;
}

/** Changes the given settings. [M3] */
export async function updatePrivacySettings({
  input,
  context,
}: MemberCall<typeof privacy.updateSettings>): Promise<PrivacySettings> {
  const { id } = ownSettings(context.actor);
  const [row] = await context.services.db.drizzle
    .update(users)
    .set(input)
    .where(eq(users.id, id))
    .returning(SETTINGS);
  if (!row) throw new Error('a signed-in member has no row');
  return row;
}
