import { expect, test } from 'vitest';
import { api } from '~/lib/calls/api.ts';
import { renderFailedRefetch } from '~/testing/failed-refetch.tsx';
import { PrivacySettings } from './privacy-settings.tsx';

test('a member’s privacy settings stay when they fail to load again [M3]', async () => {
  const shown = await renderFailedRefetch(<PrivacySettings />, {
    queryKey: api.privacy.getSettings.queryKey(),
    data: { first_contact: 'known', named_in_paths: true },
  });
  expect(shown).toContain('Who can message you first?');
});
