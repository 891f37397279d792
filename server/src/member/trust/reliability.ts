import { RELIABILITY_FROM } from '@kindpal/contract/member/track-record';

const COLUMNS = (record: string) => `json_build_object('side', ${record}.side,
  'finished', ${record}.finished, 'cancelled', ${record}.cancelled, 'no_shows', ${record}.no_shows,
  'shortest_notice_days', greatest(0, floor(extract(epoch FROM ${record}.shortest_notice) / 86400))::int)`;
const ENOUGH = (record: string) =>
  `${record}.finished + ${record}.cancelled + ${record}.no_shows >= ${RELIABILITY_FROM}`;

/** The record of a member (SQL) in one role; null below three jobs. */
export const reliabilityOf = (member: string, side: 'sitter' | 'owner') =>
  `(SELECT ${COLUMNS('record')} FROM reliability record
    WHERE record.member_id = ${member} AND record.side = '${side}' AND ${ENOUGH('record')})`;

/** The records of both roles, sitter first; each is one row look-up by key. */
export const recordsOf = (member: string) =>
  `(SELECT coalesce(json_agg(${COLUMNS('record')} ORDER BY record.side DESC), '[]')
    FROM reliability record WHERE record.member_id = ${member} AND ${ENOUGH('record')})`;
