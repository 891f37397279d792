import type { ThreadCard } from '@kindpal/contract/chat/schema';
import { expect, it } from 'vitest';
import { withFirstPage } from './use-threads.ts';

const threads = (ids: string, word = 'old') =>
  [...ids].map((id) => ({ id, word }) as unknown as ThreadCard);
const page = (ids: string, next_cursor: string | null, word?: string) => ({
  items: threads(ids, word),
  next_cursor,
});
const shown = ({ pages }: { pages: { items: ThreadCard[] }[] }) =>
  pages.map(({ items }) => items.map(({ id }) => id).join(''));

it('a thread with a new message moves to the top, from any page, and no other page is refetched [M1] [M2]', () => {
  const pages = {
    pages: [page('abc', '1'), page('def', '2'), page('gh', null)],
    pageParams: [undefined, '1', '2'],
  };
  const now = withFirstPage(pages, page('eab', 'x', 'new'));
  expect(shown(now)).toEqual(['eabc', 'df', 'gh']);
  expect(now.pages[0]?.items.slice(0, 3)).toEqual(threads('eab', 'new'));
  // The cursor of the next page is unchanged: it continues after the last row that was loaded.
  expect(now.pages.map(({ next_cursor }) => next_cursor)).toEqual(['1', '2', null]);
  expect(now.pageParams).toEqual(pages.pageParams);
});

it('a new thread is added at the top, and one that only changed keeps its place [M1] [M2]', () => {
  const pages = { pages: [page('abc', '1'), page('def', null)], pageParams: [undefined, '1'] };
  expect(shown(withFirstPage(pages, page('nab', 'x')))).toEqual(['nabc', 'def']);
  expect(shown(withFirstPage(pages, page('abc', '1', 'new')))).toEqual(['abc', 'def']);
});
