import { and, eq, isNull } from 'drizzle-orm';
import { invites } from '../db/schema/invite.ts';
import { users } from '../db/schema/member.ts';
import type { Services } from '../services.ts';
import { makeInviteCode } from './generate-invite.ts';

/**
 * The link for the first member, or null once there are members. Every start and every node
 * returns the same one: a unique index allows only one founder's invite, ever. [I1]
 */
export async function founderLink({
  db,
  env,
}: Pick<Services, 'db' | 'env'>): Promise<string | null> {
  const queries = db.drizzle;
  const members = await queries.select({ id: users.id }).from(users).limit(1);
  if (members.length > 0) return null;
  await queries
    .insert(invites)
    .values({ code: makeInviteCode(), is_founder: true })
    .onConflictDoNothing();
  const [invite] = await queries
    .select({ code: invites.code })
    .from(invites)
    .where(and(eq(invites.is_founder, true), isNull(invites.used_at)));
  return invite ? `${env.appUrl}/join#code=${invite.code}` : null;
}
