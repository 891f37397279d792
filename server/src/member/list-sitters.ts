import { type DirectoryFilter, WITHIN_MILES } from '@kindpal/contract/member/directory-filter';
import type { Role, Service } from '@kindpal/contract/member/schema';
import type { PaymentLinks, PaymentPreference } from '@kindpal/contract/payment/rules';
import type { Rating } from '@kindpal/contract/review/rating';
import { isShownTo } from '../block/policy.ts';
import type { Database, Statement } from '../db/client.ts';
import { pageStatement } from '../db/page-statement.ts';
import { isShort, NEWEST_SOUGHT, patternOf } from '../db/search-words.ts';
import { favoritesOf } from '../favorite/policy.ts';
import { findPlacesNear } from '../place/places-near.ts';
import { ratingOf } from '../review/rows.ts';
import type { DirectoryKey } from './directory-cursor.ts';
import { filterConditions } from './directory-filter.ts';
import { IN_DIRECTORY, SEARCHED } from './policy.ts';
import { type TrustRow, trustFacts } from './trust-facts.ts';

/** What the directory takes of a member; where exactly they live does not even leave the database. */
export type SitterRow = TrustRow & {
  id: string;
  full_name: string;
  profile_image_url: string | null;
  is_verified: boolean;
  role: Role;
  bio: string | null;
  location: string | null;
  created_at: string;
  payment_links: PaymentLinks;
  availability_enabled: boolean;
  payment_preference: PaymentPreference | null;
  hourly_rate_amount: number | null;
  fixed_rate_amount: number | null;
  services: Service[] | null;
  is_presentable: boolean;
  /** The weekly schedule as it is kept, in either shape. */
  week: unknown;
  rating: Rating;
};

const FACTS = `id, full_name, profile_image_url, is_verified, role, bio, location, created_at,
  payment_links, availability_enabled, payment_preference, hourly_rate_amount, fixed_rate_amount,
  services, is_presentable, record_note`;
const SITTER = `${FACTS},
  coalesce(availability_data -> 'weeklySchedule', availability_data) AS week`;
/** What filters look at besides. */
const FILTERED = `${SITTER}, availability_data, place_id`;
const IN_ORDER = 'ORDER BY is_presentable DESC, created_at DESC, id DESC';

/** What more members pass is sought by walking through the directory, the rest through an index. */
const RARE_AT_MOST = 5_000;

type SitterPage = {
  terms: string[];
  filter: DirectoryFilter;
  /** The member who reads, and whose blocks count; null for a visitor. */
  reader: string | null;
  after: DirectoryKey | null;
  limit: number;
};
type Sought = SitterPage & { near: number[] | null };
type Read = (statement: Statement) => Promise<SitterRow[]>;

/**
 * One page of the directory, and where the next one begins. What is common is found by walking
 * through the first of the list, what is rare through an index: both read a bounded number of
 * rows, so a page of a filter that few pass may be short, and the next one goes on behind it. [R8]
 */
export async function listSitters(
  db: Database,
  page: SitterPage,
): Promise<{ rows: SitterRow[]; next: DirectoryKey | null }> {
  const { place_id, within_miles = WITHIN_MILES } = page.filter;
  const near =
    place_id === undefined ? null : (await findPlacesNear(db, { place_id, within_miles })).ids;
  const sought = { ...page, near, limit: page.limit + 1 };
  const read: Read = (statement) =>
    db.jsonRows<SitterRow>(page.reader ? withFacts(statement, page.reader) : withRating(statement));
  const { rows, edge } = await findRows(db, sought, read);
  if (rows.length <= page.limit) return { rows, next: edge };
  const shown = rows.slice(0, page.limit);
  return { rows: shown, next: shown.at(-1) ?? null };
}

/** The rows, and how far was looked; null for to the end. */
async function findRows(
  db: Database,
  sought: Sought,
  read: Read,
): Promise<{ rows: SitterRow[]; edge: DirectoryKey | null }> {
  const { terms, filter, limit } = sought;
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  if (terms.length === 0 && !isFiltered)
    return { rows: await read(listStatement(sought)), edge: null };
  // So few that their ids find them.
  if (filter.favorites) return { rows: await read(indexStatement(sought)), edge: null };
  const rows = await read(walkStatement(sought));
  if (rows.length === limit) return { rows, edge: null };
  if (!isFiltered) {
    return { rows: terms.some(isShort) ? rows : await read(indexStatement(sought)), edge: null };
  }
  if (await isRare(db, sought)) return { rows: await read(indexStatement(sought)), edge: null };
  return { rows, edge: await findEdge(db, sought) };
}

/** The same of these members, whether or not they stand in the directory. */
export function listMembersById(db: Database, ids: string[], reader: string): Promise<SitterRow[]> {
  const text = `SELECT ${SITTER} FROM users WHERE id = ANY($1::uuid[])`;
  const statement = { name: 'members-by-id', text, values: [ids] };
  return db.jsonRows<SitterRow>(withFacts(statement, reader));
}

const RATING = `${ratingOf('page.id')} AS rating`;

/** Visitors are shown ratings alone. [R9] */
function withRating({ text, ...statement }: Statement): Statement {
  return { ...statement, text: `SELECT page.*, ${RATING} FROM (${text}) page ${IN_ORDER}` };
}

/** Ratings and facts are read for the members of one page only. [R9] */
function withFacts({ name, text, values }: Statement, reader: string): Statement {
  const trust = trustFacts('page', `$${values.length + 1}::uuid`);
  const facts = Object.entries(trust).map(([fact, value]) => `${value} AS ${fact}`);
  return {
    ...(name && { name }),
    text: `SELECT page.*, ${[RATING, ...facts].join(', ')} FROM (${text}) page ${IN_ORDER}`,
    values: [...values, reader],
  };
}

/** Whether so few live in these places, or have these words, that all of them can be looked at. */
async function isRare(db: Database, { terms, near, ...sought }: Sought): Promise<boolean> {
  const whole = { ...sought, after: null, filter: {} };
  const byPlace = near && partsOf({ ...whole, near, terms: [] });
  const isSearched = terms.length > 0 && !terms.some(isShort);
  const byWords = isSearched && partsOf({ ...whole, near: null, terms });
  for (const parts of [byPlace, byWords]) {
    if (!parts) continue;
    const { values, listed, inPlaces, matching } = parts;
    const [row] = await db.jsonRows<{ members: number }>({
      text: `SELECT count(*)::int AS members FROM (SELECT FROM users
        WHERE ${[listed, ...inPlaces, ...matching].join(' AND ')} LIMIT ${RARE_AT_MOST + 1}) passing`,
      values,
    });
    if ((row?.members ?? 0) <= RARE_AT_MOST) return true;
  }
  return false;
}

/** The last member that a walk from here has looked at; null when it came to the end. */
async function findEdge(db: Database, { reader, after }: Sought): Promise<DirectoryKey | null> {
  const values: unknown[] = [];
  const [edge] = await db.jsonRows<DirectoryKey>({
    text: `SELECT is_presentable, created_at, id FROM users
      WHERE ${listedFor(reader, after, values)} ${IN_ORDER} OFFSET ${NEWEST_SOUGHT - 1} LIMIT 1`,
    values,
  });
  return edge ?? null;
}

function listStatement({ after, limit, reader }: Sought): Statement {
  return pageStatement({
    name: reader ? 'sitters' : 'sitters-outside',
    select: `SELECT ${SITTER} FROM users`,
    where: [
      { name: '', text: IN_DIRECTORY },
      reader !== null && { name: '', text: isShownTo('users.id', '?'), value: reader },
    ],
    order: [
      ['is_presentable', 'boolean'],
      ['created_at', 'timestamptz'],
      ['id', 'uuid'],
    ],
    after: after && [after.is_presentable, after.created_at, after.id],
    limit,
  });
}

/** Words never hold the line break that parts what is searched. */
function walkStatement(sought: Sought): Statement {
  const { values, patterns, listed, columns, inPlaces, filters } = partsOf(sought);
  const matching = patterns.map((pattern) => `said LIKE lower(${pattern})`);
  const said =
    patterns.length > 0 ? `, lower(concat_ws(E'\\n', ${columns.join(', ')})) AS said` : '';
  return {
    text: `SELECT ${FACTS}, week FROM (
        SELECT ${FILTERED}${said}
        FROM users WHERE ${listed} ${IN_ORDER} LIMIT ${NEWEST_SOUGHT}) first
      WHERE ${[...inPlaces, ...matching, ...filters].join(' AND ')}
      ${IN_ORDER} LIMIT ${Math.trunc(sought.limit)}`,
    values,
  };
}

/**
 * By words or by area. Materialized, or PostgreSQL might walk through everybody after all: it does
 * not know that two common words hardly ever stand together.
 */
function indexStatement(sought: Sought): Statement {
  const { values, listed, matching, inPlaces, filters } = partsOf(sought);
  const conditions = [listed, ...inPlaces, ...matching, ...filters];
  return {
    text: `WITH found AS MATERIALIZED (
        SELECT ${SITTER} FROM users WHERE ${conditions.join(' AND ')})
      SELECT * FROM found ${IN_ORDER} LIMIT ${Math.trunc(sought.limit)}`,
    values,
  };
}

function partsOf({ terms, filter, near, reader, after }: Sought) {
  const values: unknown[] = [];
  const listed = listedFor(reader, after, values);
  const patterns = terms.map((term) => `$${values.push(patternOf(term))}`);
  const columns = reader ? SEARCHED.by_members : SEARCHED.by_visitors;
  const matching = patterns.map(
    (pattern) => `(${columns.map((column) => `${column} ILIKE ${pattern}`).join(' OR ')})`,
  );
  const inPlaces = near ? [`place_id = ANY($${values.push(near)}::int[])`] : [];
  const filters = filterConditions(filter, values);
  if (filter.favorites && reader)
    filters.push(`id = ANY (${favoritesOf(`$${values.push(reader)}::uuid`)})`);
  return { values, patterns, matching, listed, columns, inPlaces, filters };
}

/** Who stands in the directory for this reader, behind this member. */
function listedFor(reader: string | null, after: DirectoryKey | null, values: unknown[]): string {
  const shown = reader ? `AND ${isShownTo('users.id', `$${values.push(reader)}::uuid`)}` : '';
  return `${IN_DIRECTORY} ${shown} ${behind(after, values)}`;
}

/** What comes after this member, in SQL; nothing for the first page. */
function behind(after: DirectoryKey | null, values: unknown[]): string {
  if (!after) return '';
  const param = (value: unknown, type: string) => `$${values.push(value)}::${type}`;
  return `AND (is_presentable, created_at, id) < (${param(after.is_presentable, 'boolean')},
    ${param(after.created_at, 'timestamptz')}, ${param(after.id, 'uuid')})`;
}
