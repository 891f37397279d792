import pg from 'pg';
import { expect, test } from 'vitest';
import { startFailure } from './start-failure.ts';

function faultOf(code: string, message: string, table?: string) {
  const cause = Object.assign(new pg.DatabaseError(message, 1, 'error'), { code, table });
  return new Error('Failed query: insert … params: 12 Elm Street', { cause });
}

test('an operator reads why PostgreSQL does not let Kindpal start, but no stored value', () => {
  expect(startFailure(faultOf('28P01', 'password authentication failed for user "kindpal"'))).toBe(
    'password authentication failed for user "kindpal"',
  );
  expect(startFailure(new Error('The port is in use'))).toBe('The port is in use');
  const values = 'invalid input syntax for type integer: "12 Elm Street"';
  expect(startFailure(faultOf('22P02', values))).toBe('PostgreSQL refused a value (22P02)');
  expect(startFailure(faultOf('23505', 'Key (address)=(12 Elm Street)', 'users'))).toBe(
    'PostgreSQL refused a value (23505 in users)',
  );
  expect(startFailure(faultOf('P0001', 'row (12 Elm Street)'))).toBe(
    'PostgreSQL refused a value (P0001)',
  );
});
