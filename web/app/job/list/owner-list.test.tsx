import { expect, it } from 'vitest';
import { api } from '~/lib/calls/api.ts';
import { renderFailedNextPage, renderFailedRefetch } from '~/testing/failed-refetch.tsx';
import { OwnerList } from './owner-list.tsx';

const owner = { id: 'olive', full_name: 'Olive Owner', profile_image_url: null };
const page = { items: [{ owner, open_jobs: 0, jobs: [] }], next_cursor: 'next' };
const loaded = {
  queryKey: api.job.listOwners.infiniteKey({ input: () => ({}), initialPageParam: undefined }),
  data: { pages: [page], pageParams: [undefined] },
};

it('the owners that a sitter reads stay, without an error, when they fail to load again [D1]', async () => {
  const html = await renderFailedRefetch(<OwnerList />, loaded);
  expect(html).toContain('Olive Owner');
  expect(html).not.toContain('didn’t load');
});

it('a sitter who asks for more owners reads that they didn’t load, beside those they have [D1]', async () => {
  const html = await renderFailedNextPage(<OwnerList />, loaded);
  expect(html).toContain('Olive Owner');
  expect(html).toContain('The pet owners didn’t load');
});
