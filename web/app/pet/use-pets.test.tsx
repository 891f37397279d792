import { afterEach, expect, it, vi } from 'vitest';
import { refusedCall } from '~/testing/refused-call.ts';
import { renderHook } from '~/testing/render-hook.tsx';
import type { Pet } from './pet-form.ts';
import { useChangePets } from './use-pets.ts';

vi.mock('~/account/session/use-session.ts', () => ({ useUser: () => ({ id: 'me' }) }));
afterEach(() => vi.unstubAllGlobals());

const PET = '00000000-0000-4000-8000-000000000001';
const FORM = '00000000-0000-4000-8000-000000000002';

/** What the form of a pet calls. */
const changesOfPage = () => renderHook(() => useChangePets());

it('health notes that are corrected after the response was lost are stored [X2]', async () => {
  vi.stubGlobal('window', { location: new URL('https://kindpal.example/edit-profile') });
  const sent: [string, string, unknown][] = [];
  vi.stubGlobal('fetch', async (request: Request) => {
    const { method, url } = request;
    sent.push([method, new URL(url).pathname, await request.clone().json()]);
    if (method === 'PATCH') return Response.json({ id: PET, name: 'Biscuit' });
    return refusedCall('EARLIER_VERSION_STORED', 409, { data: { id: PET } });
  });
  const typed = { name: 'Biscuit', breed: 'Beagle', medical_conditions: '12 units' } as Pet;
  expect(await changesOfPage().add(typed, FORM)).toMatchObject({ id: PET });
  expect(sent).toEqual([
    ['POST', '/rest/v1/pet_profiles', { ...typed, client_id: FORM }],
    ['PATCH', `/rest/v1/pet_profiles/${PET}`, typed],
  ]);
});
