import { type SQL, sql } from 'drizzle-orm';

/** SQL text as a part of a Drizzle query, with `value` in place of each `?`. */
export function fillSql(text: string, value: SQL): SQL {
  return sql.join(text.split('?').map(sql.raw), value);
}
