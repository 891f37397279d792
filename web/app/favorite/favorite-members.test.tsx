import { expect, test } from 'vitest';
import { api } from '~/lib/calls/api.ts';
import { renderFailedRefetch } from '~/testing/failed-refetch.tsx';
import { FavoriteMembers } from './favorite-members.tsx';

test('a member’s favorites stay when the list fails to load again [R8]', async () => {
  const favorite = {
    id: 'sam',
    full_name: 'Sam Sitter',
    profile_image_url: null,
    is_verified: false,
    role: 'pet_sitter',
    location: null,
    created_at: '2026-11-01T12:00:00.000Z',
  };
  const shown = await renderFailedRefetch(<FavoriteMembers />, {
    queryKey: api.favorite.list.queryKey(),
    data: { items: [favorite] },
  });
  expect(shown).toContain('Favorite: Sam Sitter');
});
