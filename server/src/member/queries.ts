import type { member as memberCalls } from '@kindpal/contract/member/contract';
import type { PaymentLinks, Profile, Role } from '@kindpal/contract/member/schema';
import { eq } from 'drizzle-orm';
import { findActor } from '../access/actor.ts';
import type { OpenCall } from '../access/call.ts';
import type { Database, Queries, Statement } from '../db/client.ts';
import { newest, pageStatement } from '../db/page-statement.ts';
import { authUser } from '../db/schema/account.ts';
import { users } from '../db/schema/member.ts';
import { isShort, NEWEST_SOUGHT, patternOf } from '../db/search-words.ts';
import { type Key, keyValues } from '../wire/cursor.ts';
import { notFound } from '../wire/refusal.ts';
import { IN_DIRECTORY, SEARCHED } from './policy.ts';
import { presentMember, presentOwnProfile } from './present.ts';

export type MemberRow = typeof users.$inferSelect & { email: string };

/** A member's row with the address, suspended or not; null when there is none. */
export async function findMember(queries: Queries, id: string): Promise<MemberRow | null> {
  const [row] = await queries
    .select({ user: users, email: authUser.email })
    .from(users)
    .innerJoin(authUser, eq(authUser.id, users.id))
    .where(eq(users.id, id));
  return row ? { ...row.user, email: row.email } : null;
}

/** One profile: in full for oneself, reduced for others, more so for the signed-out. [R1] [X2] */
export async function getMember({
  input,
  context,
}: OpenCall<typeof memberCalls.get>): Promise<Profile> {
  const { db } = context.services;
  const actor = context.credential && (await findActor(db, context.credential));
  const row = await findMember(db.drizzle, input.id);
  if (!row) throw notFound();
  if (actor?.id === row.id) return presentOwnProfile(row, context.services.clock.now());
  if (row.suspended_at) throw notFound();
  return presentMember(row, actor !== null);
}

/** What the directory takes of a member; where exactly they live does not even leave the database. */
export type SitterRow = {
  id: string;
  full_name: string;
  profile_image_url: string | null;
  is_verified: boolean;
  role: Role;
  bio: string | null;
  area: string | null;
  created_at: string;
  payment_links: PaymentLinks;
  availability_enabled: boolean;
};

const SITTER = `SELECT id, full_name, profile_image_url, is_verified, role, bio, area, created_at,
  payment_links, availability_enabled`;

/** The newest alone, among whom a short word is sought. */
const NEWEST = `(SELECT * FROM users WHERE ${IN_DIRECTORY}
  ORDER BY created_at DESC, id DESC LIMIT ${NEWEST_SOUGHT}) newest`;

export type SitterPage = { terms: string[]; toMember: boolean; after: Key | null; limit: number };

/** The statement of one page of the directory. */
export function sittersStatement({ terms, toMember, after, limit }: SitterPage): Statement {
  const isAmongNewest = terms.some(isShort);
  const columns = toMember ? SEARCHED.by_members : SEARCHED.by_visitors;
  const words = terms.map((term) => ({
    name: 'word',
    text: `(${columns.map((column) => `${column} ILIKE ?`).join(' OR ')})`,
    value: patternOf(term),
  }));
  return pageStatement({
    name: 'sitters',
    select: `${SITTER} FROM ${isAmongNewest ? NEWEST : 'users'}`,
    where: [!isAmongNewest && { name: '', text: IN_DIRECTORY }, ...words],
    order: newest(),
    after: keyValues(after),
    limit,
    isPlannedAnew: terms.length > 0,
  });
}

/** One page of the directory. [R8] */
export function listSitters(db: Database, page: SitterPage): Promise<SitterRow[]> {
  return db.jsonRows<SitterRow>(sittersStatement(page));
}
