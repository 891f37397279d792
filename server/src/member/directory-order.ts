import type { DirectorySort } from '@kindpal/contract/member/directory-filter';
import type { KeyPart } from '../transport/cursor.ts';
import { IN_DIRECTORY } from './policy.ts';

/** Where the directory goes on: what it is ordered by, of the last member who was looked at. */
export type DirectoryKey = (string | number | boolean)[];

/** An order of the directory, which one index has. */
export type DirectoryOrder = {
  name: string;
  /** The tables, whose columns have no name twice, and who of them stands in the directory. */
  from: string;
  listed: string;
  /** How many stars a row has on average, in SQL; null or 0 without a review. */
  average: string;
  /** What it is ordered by, and how a cursor carries that. */
  by: [column: string, type: string][];
  parts: KeyPart[];
};

/** The orders of the directory; each one's last column tells all members apart. [R8] [R9] */
export const DIRECTORY_ORDERS: Record<DirectorySort, DirectoryOrder> = {
  complete: {
    name: '',
    from: 'users',
    listed: IN_DIRECTORY,
    average: '(SELECT rating_average FROM ratings WHERE member_id = id)',
    by: [
      ['is_presentable', 'boolean'],
      ['created_at', 'timestamptz'],
      ['id', 'uuid'],
    ],
    parts: ['flag', 'moment', 'id'],
  },
  rating: {
    name: '-by-rating',
    from: 'ratings JOIN users ON users.id = ratings.member_id',
    listed: `is_listed AND ${IN_DIRECTORY}`,
    average: 'rating_average',
    by: [
      ['rating_average', 'numeric'],
      ['rating_count', 'integer'],
      // Not `id`: only columns of one table are compared by its index.
      ['member_id', 'uuid'],
    ],
    parts: ['number', 'number', 'id'],
  },
};

/** The columns of an order, in SQL. */
export const columnsOf = ({ by }: DirectoryOrder) => by.map(([column]) => column).join(', ');

/** The same as ORDER BY. */
export const inOrder = ({ by }: DirectoryOrder) =>
  `ORDER BY ${by.map(([column]) => `${column} DESC`).join(', ')}`;
