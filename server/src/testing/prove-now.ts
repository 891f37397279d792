import { eq } from 'drizzle-orm';
import { authSession } from '../db/schema/account.ts';
import type { TestMember } from './factories.ts';
import type { TestKindpal } from './test-kindpal.ts';

/** Makes a member's proof of identity recent again, after a test has moved the clock. [U10] */
export async function proveNow<Member extends TestMember>(
  { services }: TestKindpal,
  member: Member,
): Promise<Member> {
  await services.db.drizzle
    .update(authSession)
    .set({ confirmedAt: services.clock.now() })
    .where(eq(authSession.id, member.session_id));
  return member;
}
