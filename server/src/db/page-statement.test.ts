import { expect, test } from 'vitest';
import { newest, pageStatement } from './page-statement.ts';

const list = { name: 'walks', select: 'SELECT * FROM walks', order: newest(), limit: 21 };
const told = ({ name, text, values }: ReturnType<typeof pageStatement>) => ({
  name,
  text: text.replace(/\s+/g, ' '),
  values,
});

test('a list without filters has only its order and its limit, both in the text', () => {
  expect(told(pageStatement({ ...list, after: null }))).toEqual({
    name: 'walks-21',
    text: 'SELECT * FROM walks ORDER BY created_at DESC, id DESC LIMIT 21',
    values: [],
  });
});

test('each shape of a list is a separate statement, and values are never in the text', () => {
  const where = [
    { name: 'of', text: '(owner_id = ? OR sitter_id = ?)', value: 'member' },
    false as const,
    { name: 'open', text: 'ended_at IS NULL' },
  ];
  expect(told(pageStatement({ ...list, where, after: ['moment', 'last'] }))).toEqual({
    name: 'walks-21-of-open-after',
    text:
      'SELECT * FROM walks WHERE (owner_id = $1 OR sitter_id = $1) AND ended_at IS NULL ' +
      'AND (created_at, id) < ((SELECT $2::timestamptz), (SELECT $3::uuid)) ' +
      'ORDER BY created_at DESC, id DESC LIMIT 21',
    values: ['member', 'moment', 'last'],
  });
});

test('given parameters come first, and a search has no name to be prepared under', () => {
  const where = [{ name: 'word', text: 'title ILIKE ?', value: '%pug%' }];
  const search = { ...list, given: ['cookie'], where, after: null, isPlannedAnew: true };
  expect(told(pageStatement(search))).toEqual({
    name: undefined,
    text: 'SELECT * FROM walks WHERE title ILIKE $2 ORDER BY created_at DESC, id DESC LIMIT 21',
    values: ['cookie', '%pug%'],
  });
});

test('a page of a size that no page of ours has gets no name: callers may choose any', () => {
  const named = Array.from({ length: 101 }, (_, limit) =>
    pageStatement({ ...list, after: null, limit }),
  ).filter(({ name }) => name !== undefined);
  expect(named.length).toBeLessThan(15);
});
