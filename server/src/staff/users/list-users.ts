import type { staff } from '@kindpal/contract/staff/contract';
import type { MemberState } from '@kindpal/contract/staff/schema';
import type { MemberCall } from '../../access/call.ts';
import type { MemberContext } from '../../access/context.ts';
import type { Database } from '../../db/client.ts';
import { type Condition, newest, pageStatement } from '../../db/page-statement.ts';
import { patternOf, searchText } from '../../db/search-words.ts';
import { APPEAL_WAITS, readsDecision } from '../../moderation/policy.ts';
import { decodeCursor, keyValues, pageOf } from '../../transport/cursor.ts';
import { recordView, revealedBy } from '../activity/record-view.ts';
import { presentStaffUser, type UserRow } from '../present.ts';

const ROLE = `coalesce(granted.role, 'user')`;
const USERS = `users member JOIN auth."user" account ON account.id = member.id
  LEFT JOIN user_roles granted ON granted.user_id = member.id`;
/** Without former members. */
const IS_MEMBER = 'member.erased_at IS NULL';
const USER = `SELECT member.id, account.email, member.full_name, member.profile_image_url,
    member.is_verified, member.created_at, member.suspended_at, ${ROLE} AS app_role
  FROM ${USERS}`;

type Input = MemberCall<typeof staff.listUsers>['input'];
type Call = {
  input: Pick<Input, 'search' | 'role' | 'state' | 'cursor' | 'limit'>;
  context: MemberContext;
};

/**
 * Members newest first, ten at a time, with the total on the first page. The members shown are
 * logged; a search reveals no others, so it has a total only if it is one page. [S3]
 */
export async function listUsers({ input, context }: Call) {
  const { services, actor } = context;
  const { limit } = input;
  const search = searchText(input.search);
  const where = conditionsOf(input, { search, staffId: actor.id });
  const after = decodeCursor(input.cursor);
  const [rows, total] = await Promise.all([
    services.db.jsonRows<UserRow>(
      pageStatement({
        name: 'users',
        select: USER,
        where: [{ name: '', text: IS_MEMBER }, ...where],
        order: newest('member.created_at', 'member.id'),
        after: keyValues(after),
        limit: limit + 1,
        isPlannedAnew: search !== '',
      }),
    ),
    // A page past the end shows and logs nobody, so a total there would be an unlogged answer.
    after || search ? null : countUsers(services.db, where),
  ]);
  const { items, next_cursor } = pageOf(rows, limit, (row) => row);
  const ids = revealedBy(rows, { limit, search }).map(({ id }) => id);
  await recordView(context, { action: 'users_read', target_type: 'user', ids });
  const isWhole = search !== '' && !after && next_cursor === null;
  return {
    items: items.map((row) => presentStaffUser(row, actor)),
    next_cursor,
    total: isWhole ? items.length : total,
  };
}

/** A member as staff see them. */
export async function findStaffUser(db: Database, id: string): Promise<UserRow | undefined> {
  const [row] = await db.jsonRows<UserRow>({
    name: 'user',
    text: `${USER} WHERE member.id = $1`,
    values: [id],
  });
  return row;
}

const STATES: Record<MemberState, (staffId: string) => Condition> = {
  suspended: () => ({ name: 'suspended', text: 'member.suspended_at IS NOT NULL' }),
  appealed: (staffId) => ({
    name: 'appealed',
    text: `EXISTS (SELECT FROM moderation_decisions decision WHERE decision.member_id = member.id
      AND ${APPEAL_WAITS} AND ${readsDecision('?')})`,
    value: staffId,
  }),
};

type Sought = { search: string; staffId: string };

function conditionsOf({ role, state }: Call['input'], { search, staffId }: Sought): Condition[] {
  const byRole = { name: 'role', text: `${ROLE} = ?`, value: role };
  const byWords = {
    name: 'search',
    text: `(account.email ILIKE ? OR member.full_name ILIKE ?)`,
    value: patternOf(search),
  };
  return [
    ...(role ? [byRole] : []),
    ...(state ? [STATES[state](staffId)] : []),
    ...(search ? [byWords] : []),
  ];
}

async function countUsers(db: Database, where: Condition[]): Promise<number> {
  const values: unknown[] = [];
  const conditions = where.map(({ text, value }) =>
    value === undefined ? text : text.replaceAll('?', `$${values.push(value)}`),
  );
  // Without a condition the joins are unnecessary: every member has one address.
  const from = where.length > 0 ? USERS : 'users member';
  const [row] = await db.jsonRows<{ total: number }>({
    name: ['users-count', ...where.map(({ name }) => name)].join('-'),
    text: `SELECT count(*) AS total FROM ${from} WHERE ${[IS_MEMBER, ...conditions].join(' AND ')}`,
    values,
  });
  return row?.total ?? 0;
}
