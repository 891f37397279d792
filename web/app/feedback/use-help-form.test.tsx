import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { memoryStorage } from '~/testing/memory-storage.ts';
import { renderHook } from '~/testing/render-hook.tsx';
import { type HelpForm, useHelpForm } from './use-help-form.ts';

const ME = '00000000-0000-4000-8000-000000000001';
let sent: { message: string; client_id: string }[];

beforeEach(() => {
  sent = [];
  vi.stubGlobal('sessionStorage', memoryStorage());
  vi.stubGlobal('window', { location: new URL('https://kindpal.example/dashboard') });
  vi.stubGlobal('fetch', async (request: Request) => {
    sent.push(await request.json());
    return Response.json({ id: ME, created_at: '2026-11-28T12:00:00Z' }, { status: 201 });
  });
});
afterEach(() => vi.unstubAllGlobals());

/** The form of the window, which stays when it is closed. */
const openForm = (onSent: () => void): HelpForm =>
  renderHook(() => useHelpForm({ member: ME, job: null, onSent }));

it('a member who asks the same again after it was received has sent two requests [F2]', async () => {
  const onSent = vi.fn();
  const { form, submit } = openForm(onSent);
  for (const times of [1, 2]) {
    form.setValue('message', 'The invite code does not work.');
    await submit();
    await vi.waitFor(() => expect(onSent).toHaveBeenCalledTimes(times));
  }
  expect(sent).toMatchObject([{ message: sent[1]?.message }, { message: sent[0]?.message }]);
  expect(sent[1]?.client_id).not.toBe(sent[0]?.client_id);
});
