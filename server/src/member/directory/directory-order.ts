import type { DirectorySort } from '@kindpal/contract/member/directory-rules';
import type { KeyPart } from '../../transport/cursor.ts';
import { IN_DIRECTORY } from '../policy.ts';

/** The directory's cursor: the sort key of the last member considered. */
export type DirectoryKey = (string | number | boolean)[];

/** A sort order of the directory, backed by one index. */
export type DirectoryOrder = {
  name: string;
  /** The tables, whose column names are unique, and the condition for being listed. */
  from: string;
  listed: string;
  /** A row's average number of stars, in SQL; null or 0 without a review. */
  average: string;
  /** The sort columns, and how a cursor encodes them. */
  by: [column: string, type: string][];
  parts: KeyPart[];
};

/** The sort orders of the directory; the last column of each is unique. [R8] [R9] */
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
      // Not `id`: an index compares only columns of its own table.
      ['member_id', 'uuid'],
    ],
    parts: ['number', 'integer', 'id'],
  },
};

/** The columns of an order, in SQL. */
export const columnsOf = ({ by }: DirectoryOrder) => by.map(([column]) => column).join(', ');

/** The same as ORDER BY. */
export const inOrder = ({ by }: DirectoryOrder) =>
  `ORDER BY ${by.map(([column]) => `${column} DESC`).join(', ')}`;
