import type { DirectoryFilter } from '@kindpal/contract/member/directory-filter';
import { WITHIN_MILES } from '@kindpal/contract/member/directory-rules';
import type { Role } from '@kindpal/contract/member/role';
import type { Service } from '@kindpal/contract/member/schema';
import type { PaymentLinks, PaymentPreference } from '@kindpal/contract/payment/rules';
import type { Rating } from '@kindpal/contract/review/rating';
import { hiddenFrom, isShownTo } from '../../block/policy.ts';
import type { Database, Statement } from '../../db/client.ts';
import { pageStatement } from '../../db/page-statement.ts';
import { isShort, NEWEST_SOUGHT, patternOf } from '../../db/search-words.ts';
import { favoritesOf } from '../../favorite/policy.ts';
import { findPlacesNear } from '../../place/places-near.ts';
import { ratingOf } from '../../review/rows.ts';
import { SEARCHED_OF_MEMBER } from '../policy.ts';
import { type TrustRow, trustFacts } from '../trust/trust-facts.ts';
import { filterConditions } from './directory-filter.ts';
import {
  columnsOf,
  DIRECTORY_ORDERS,
  type DirectoryKey,
  type DirectoryOrder,
  inOrder,
} from './directory-order.ts';

/** Additional columns for the order by rating. */
type OrderedByRating = { rating_average?: number; rating_count?: number; member_id?: string };

/** The columns that the directory reads; the exact address never leaves the database. */
export type SitterRow = TrustRow &
  OrderedByRating & {
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
    /** The weekly schedule as stored, in either shape. */
    week: unknown;
    rating: Rating;
  };

const FACTS = `id, full_name, profile_image_url, is_verified, role, bio, location, created_at,
  payment_links, availability_enabled, payment_preference, hourly_rate_amount, fixed_rate_amount,
  services, is_presentable, record_note`;
const SITTER = `${FACTS},
  coalesce(availability_data -> 'weeklySchedule', availability_data) AS week`;
/** Additional columns for filters. */
const FILTERED = `${SITTER}, availability_data, place_id`;
/** Additional columns for an order. */
const beside = (order: DirectoryOrder) =>
  order === DIRECTORY_ORDERS.rating ? `, ${columnsOf(order)}` : '';

/** Filters that more members match are scanned in order, the rest use an index. */
const RARE_AT_MOST = 5_000;

type SitterPage = {
  terms: string[];
  filter: DirectoryFilter;
  order: DirectoryOrder;
  /** The viewer, whose blocks apply; null for a visitor. */
  viewer: string | null;
  after: DirectoryKey | null;
  limit: number;
};
type Sought = SitterPage & { near: number[] | null };
type Read = (statement: Statement) => Promise<SitterRow[]>;

/**
 * A page of the directory and the next cursor. Common matches are found by scanning the list in
 * order, rare ones through an index: both read a bounded number of rows, so a page with a
 * selective filter may be short, and the next one continues behind it. [R8]
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
    db.jsonRows<SitterRow>(
      page.viewer
        ? withFacts(statement, page.viewer, page.order)
        : withRating(statement, page.order),
    );
  const { rows, edge } = await findRows(db, sought, read);
  if (rows.length <= page.limit) return { rows, next: edge };
  const shown = rows.slice(0, page.limit);
  const last = shown.at(-1);
  return { rows: shown, next: last ? keyOf(last, page.order) : null };
}

const keyOf = (row: object, { by }: DirectoryOrder): DirectoryKey => {
  const values = row as Record<string, DirectoryKey[number]>;
  return by.map(([column]) => values[column] as DirectoryKey[number]);
};

/** The rows, and how far was scanned; null for to the end. */
async function findRows(
  db: Database,
  sought: Sought,
  read: Read,
): Promise<{ rows: SitterRow[]; edge: DirectoryKey | null }> {
  const { terms, filter, limit } = sought;
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  if (terms.length === 0 && !isFiltered)
    return { rows: await read(listStatement(sought)), edge: null };
  // Few enough to look them up by id.
  if (filter.favorites) return { rows: await read(indexStatement(sought)), edge: null };
  const rows = await read(walkStatement(sought));
  if (rows.length === limit) return { rows, edge: null };
  if (!isFiltered) {
    return { rows: terms.some(isShort) ? rows : await read(indexStatement(sought)), edge: null };
  }
  if (await isRare(db, sought)) return { rows: await read(indexStatement(sought)), edge: null };
  return { rows, edge: await findEdge(db, sought) };
}

/** The same for these members, listed in the directory or not. */
export function listMembersById(db: Database, ids: string[], viewer: string): Promise<SitterRow[]> {
  const text = `SELECT ${SITTER} FROM users WHERE id = ANY($1::uuid[])`;
  const statement = { name: 'members-by-id', text, values: [ids] };
  return db.jsonRows<SitterRow>(withFacts(statement, viewer, DIRECTORY_ORDERS.complete));
}

const RATING = `${ratingOf('page.id')} AS rating`;

/** For visitors, only ratings. [R9] */
function withRating({ text, ...statement }: Statement, order: DirectoryOrder): Statement {
  return { ...statement, text: `SELECT page.*, ${RATING} FROM (${text}) page ${inOrder(order)}` };
}

/** Ratings and facts are read only for the members of the page. [R9] */
function withFacts(
  { name, text, values }: Statement,
  viewer: string,
  order: DirectoryOrder,
): Statement {
  const trust = trustFacts('page', hiddenFrom(`$${values.length + 1}::uuid`));
  const facts = Object.entries(trust).map(([fact, value]) => `${value} AS ${fact}`);
  return {
    ...(name && { name }),
    text: `SELECT page.*, ${[RATING, ...facts].join(', ')} FROM (${text}) page ${inOrder(order)}`,
    values: [...values, viewer],
  };
}

/** Whether so few members match these places or words that all can be read. */
async function isRare(db: Database, { terms, near, ...sought }: Sought): Promise<boolean> {
  const whole = { ...sought, after: null, filter: {} };
  const byPlace = near && partsOf({ ...whole, near, terms: [] });
  const isSearched = terms.length > 0 && !terms.some(isShort);
  const byWords = isSearched && partsOf({ ...whole, near: null, terms });
  for (const parts of [byPlace, byWords]) {
    if (!parts) continue;
    const { values, listed, inPlaces, matching } = parts;
    const [row] = await db.jsonRows<{ members: number }>({
      text: `SELECT count(*)::int AS members FROM (SELECT FROM ${sought.order.from}
        WHERE ${[listed, ...inPlaces, ...matching].join(' AND ')} LIMIT ${RARE_AT_MOST + 1}) passing`,
      values,
    });
    if ((row?.members ?? 0) <= RARE_AT_MOST) return true;
  }
  return false;
}

/** The last member that a scan from here has considered; null at the end. */
async function findEdge(db: Database, sought: Sought): Promise<DirectoryKey | null> {
  const { order } = sought;
  const values: unknown[] = [];
  const [edge] = await db.jsonRows<Record<string, unknown>>({
    text: `SELECT ${columnsOf(order)} FROM ${order.from}
      WHERE ${listedFor(sought, values)} ${inOrder(order)} OFFSET ${NEWEST_SOUGHT - 1} LIMIT 1`,
    values,
  });
  return edge ? keyOf(edge, order) : null;
}

function listStatement({ after, limit, viewer, order }: Sought): Statement {
  return pageStatement({
    name: `${viewer ? 'sitters' : 'sitters-outside'}${order.name}`,
    select: `SELECT ${SITTER}${beside(order)} FROM ${order.from}`,
    where: [
      { name: '', text: order.listed },
      viewer !== null && { name: '', text: isShownTo('users.id', '?'), value: viewer },
    ],
    order: order.by,
    after,
    limit,
  });
}

/** Words never contain the line break that separates the searched columns. */
function walkStatement(sought: Sought): Statement {
  const { values, patterns, listed, columns, inPlaces, filters } = partsOf(sought);
  const { order } = sought;
  const matching = patterns.map((pattern) => `said LIKE lower(${pattern})`);
  const said =
    patterns.length > 0 ? `, lower(concat_ws(E'\\n', ${columns.join(', ')})) AS said` : '';
  return {
    text: `SELECT ${FACTS}${beside(order)}, week FROM (
        SELECT ${FILTERED}${beside(order)}${said}
        FROM ${order.from} WHERE ${listed} ${inOrder(order)} LIMIT ${NEWEST_SOUGHT}) first
      WHERE ${[...inPlaces, ...matching, ...filters].join(' AND ')}
      ${inOrder(order)} LIMIT ${Math.trunc(sought.limit)}`,
    values,
  };
}

/**
 * By words or by area. Materialized, or PostgreSQL might scan everybody after all: it does not
 * know that two common words rarely occur together.
 */
function indexStatement(sought: Sought): Statement {
  const { values, listed, matching, inPlaces, filters } = partsOf(sought);
  const { order } = sought;
  const conditions = [listed, ...inPlaces, ...matching, ...filters];
  return {
    text: `WITH found AS MATERIALIZED (
        SELECT ${SITTER}${beside(order)} FROM ${order.from} WHERE ${conditions.join(' AND ')})
      SELECT * FROM found ${inOrder(order)} LIMIT ${Math.trunc(sought.limit)}`,
    values,
  };
}

function partsOf(sought: Sought) {
  const { terms, filter, near, viewer, order } = sought;
  const values: unknown[] = [];
  const listed = listedFor(sought, values);
  const patterns = terms.map((term) => `$${values.push(patternOf(term))}`);
  const columns = viewer ? SEARCHED_OF_MEMBER.by_members : SEARCHED_OF_MEMBER.by_visitors;
  const matching = patterns.map(
    (pattern) => `(${columns.map((column) => `${column} ILIKE ${pattern}`).join(' OR ')})`,
  );
  const inPlaces = near ? [`place_id = ANY($${values.push(near)}::int[])`] : [];
  const filters = filterConditions(filter, values, order);
  if (filter.favorites && viewer)
    filters.push(`id = ANY (${favoritesOf(`$${values.push(viewer)}::uuid`)})`);
  return { values, patterns, matching, listed, columns, inPlaces, filters };
}

/** Who is listed for this viewer after this member; by rating, with a high enough one. */
function listedFor({ viewer, after, order, filter }: Sought, values: unknown[]): string {
  const param = (value: unknown, type: string) => `$${values.push(value)}::${type}`;
  const key = after && order.by.map(([, type], place) => param(after[place], type)).join(', ');
  return [
    order.listed,
    viewer && isShownTo('users.id', param(viewer, 'uuid')),
    key && `(${columnsOf(order)}) < (${key})`,
    order === DIRECTORY_ORDERS.rating &&
      filter.min_rating &&
      `rating_average >= ${param(filter.min_rating, 'numeric')}`,
  ]
    .filter((condition) => typeof condition === 'string')
    .join(' AND ');
}
