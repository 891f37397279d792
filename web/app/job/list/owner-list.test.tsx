import { expect, it } from 'vitest';
import { api } from '~/lib/calls/api.ts';
import { renderFailedRefetch } from '~/testing/failed-refetch.tsx';
import { OwnerList } from './owner-list.tsx';

it('the owners that a sitter reads stay, without an error, when they fail to load again [D1]', async () => {
  const owner = { id: 'olive', full_name: 'Olive Owner', profile_image_url: null };
  const page = { items: [{ owner, open_jobs: 0, jobs: [] }], next_cursor: null };
  const queryKey = api.job.listOwners.infiniteKey({
    input: () => ({}),
    initialPageParam: undefined,
  });
  const html = await renderFailedRefetch(<OwnerList />, {
    queryKey,
    data: { pages: [page], pageParams: [undefined] },
  });
  expect(html).toContain('Olive Owner');
  expect(html).not.toContain('didn’t load');
});
