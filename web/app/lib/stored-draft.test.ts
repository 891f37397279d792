import { afterEach, expect, test, vi } from 'vitest';

const ID = '00000000-0000-4000-8000-000000000001';

/** A page that has shown no member. */
async function openPage() {
  vi.resetModules();
  const { setViewerId } = await import('./calls/viewer-id.ts');
  return { setViewerId, ...(await import('./stored-draft.ts')) };
}
// For other files, too.
afterEach(() => void vi.resetModules());

test('a form that stays open after its member has signed out stores nothing that they wrote [U6]', async () => {
  const { setViewerId, storeDraft } = await openPage();
  const stored = new Map<string, string>();
  const storage = {
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  };
  storeDraft(storage, `kindpal.post-job.${ID}`, { title: 'As a visitor before' });
  setViewerId(ID);
  storeDraft(storage, `kindpal.chat.${ID}.thread`, { text: 'Signed in' });
  setViewerId(null);
  storeDraft(storage, `kindpal.help.${ID}`, { message: 'Signed out' });
  storeDraft(storage, 'kindpal.help.visitor', { message: 'As a visitor' });
  storeDraft(storage, `kindpal.chat.${ID}.thread`, null);
  expect([...stored.keys()]).toEqual([`kindpal.post-job.${ID}`, 'kindpal.help.visitor']);
});

test('text of a member whose session has ended is read from the memory of the page [U6]', async () => {
  const { setViewerId, storeText, readStoredText } = await openPage();
  const storage = { getItem: () => null, setItem: vi.fn(), removeItem: vi.fn() };
  setViewerId(ID);
  setViewerId(null);
  storeText(storage, `kindpal.answer.${ID}`, 'We are looking into it');
  expect(readStoredText(storage, `kindpal.answer.${ID}`)).toBe('We are looking into it');
  expect(storage.setItem).not.toHaveBeenCalled();
});
