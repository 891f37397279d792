import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { EMPTY_JOB_FORM } from '~/job/post/job-form.ts';
import { keepJobFormDraft } from '~/job/post/job-form-draft.ts';
import { setViewerId } from '~/lib/calls/viewer-id.ts';
import type { DayJob } from '~/my-day/day.ts';
import { removeOtherStorage } from './member-storage.ts';

/** Like a browser's storage: stored keys are enumerable properties, methods are not. */
class FakeStorage {
  getItem(key: string): string | null {
    return (this as unknown as Record<string, string>)[key] ?? null;
  }
  setItem(key: string, value: string): void {
    (this as unknown as Record<string, string>)[key] = value;
  }
  removeItem(key: string): void {
    delete (this as unknown as Record<string, string>)[key];
  }
}

beforeEach(() => {
  vi.stubGlobal('sessionStorage', new FakeStorage());
  vi.stubGlobal('localStorage', new FakeStorage());
});
afterEach(() => {
  // Other files get a page that has shown no member.
  vi.resetModules();
  vi.unstubAllGlobals();
});

const kept = () => [...Object.keys(sessionStorage), ...Object.keys(localStorage)];
const values = { ...EMPTY_JOB_FORM, title: 'The key is under the mat' };

it('unsent text of a member is removed when they sign out, and the theme stays [U6]', () => {
  localStorage.setItem('kindpal.theme', 'dark');
  localStorage.setItem('another-program', 'its own');
  removeOtherStorage('molly');
  keepJobFormDraft(sessionStorage, 'molly', { client_id: 'x', values });
  removeOtherStorage('molly');
  expect(kept()).toContain('kindpal.post-job.molly');
  removeOtherStorage(null);
  expect(kept()).toEqual(['kindpal.theme', 'another-program']);
});

it('stored data of a member is removed when another signs in in the same tab [U6]', () => {
  removeOtherStorage('molly');
  keepJobFormDraft(sessionStorage, 'molly', { client_id: 'x', values });
  removeOtherStorage('ned');
  expect(kept()).toEqual(['kindpal.owner']);
});

it('unsent text of an interrupted page is stored again when the same member is back, and for nobody else [U6 U7]', () => {
  const id = '00000000-0000-4000-8000-000000000001';
  const key = `kindpal.post-job.${id}`;
  const write = (title: string) =>
    keepJobFormDraft(sessionStorage, id, { client_id: 'x', values: { ...values, title } });
  setViewerId(id);
  removeOtherStorage(id);
  write('The key is under the mat');
  setViewerId(null);
  removeOtherStorage(null, true);
  expect(kept()).toEqual([]);
  setViewerId(id);
  removeOtherStorage(id);
  expect(sessionStorage.getItem(key)).toContain('under the mat');

  setViewerId(null);
  removeOtherStorage(null, true);
  write('The key is at the neighbor’s');
  expect(kept()).toEqual([]);
  setViewerId('00000000-0000-4000-8000-000000000002');
  removeOtherStorage('00000000-0000-4000-8000-000000000002');
  expect(kept()).toEqual(['kindpal.owner']);
  setViewerId(id);
  removeOtherStorage(id);
  expect(sessionStorage.getItem(key)).toContain('at the neighbor’s');
});

const MOLLY = '00000000-0000-4000-8000-00000000000a';
const NED = '00000000-0000-4000-8000-00000000000b';

/** A new tab without a session, in which My Day opens offline and Molly types into its box. */
async function typeOffline() {
  vi.resetModules();
  const { useDayMessage } = await import('~/my-day/use-day-message.ts');
  const storage = await import('./member-storage.ts');
  const { setViewerId: setViewer } = await import('~/lib/calls/viewer-id.ts');
  const job = { id: 'job', claim_id: 'claim', other: { full_name: 'Olive Owner' } } as DayJob;
  let box: ReturnType<typeof useDayMessage> | undefined;
  const Box = () => {
    box = useDayMessage(job, MOLLY);
    return null;
  };
  sessionStorage.setItem('kindpal.help.visitor', 'typed by whoever used this tab before');
  renderToString(<Box />);
  box?.setText('The key is under the mat');
  const becomes = (viewer: string | null, isInterrupted = false) => {
    setViewer(viewer);
    storage.removeOtherStorage(viewer, isInterrupted);
  };
  return { becomes, hasText: () => JSON.stringify(sessionStorage).includes('under the mat') };
}

it('what a member types on My Day in a new tab offline is still there when the connection is back [M1] [U6]', async () => {
  const tab = await typeOffline();
  tab.becomes(MOLLY);
  expect(tab.hasText()).toBe(true);
  expect(kept()).toEqual(['kindpal.owner', `kindpal.chat.${MOLLY}.claim`]);
});

it('it is removed if the connection is back with another member, or nobody [U6]', async () => {
  for (const viewer of [NED, null]) {
    const tab = await typeOffline();
    tab.becomes(viewer);
    expect(tab.hasText()).toBe(false);
    tab.becomes(viewer === NED ? null : NED);
    expect(tab.hasText()).toBe(false);
  }
});

it('it is stored again only for its member if their session has ended meanwhile [U6] [U7]', async () => {
  const tab = await typeOffline();
  tab.becomes(null, true);
  expect(tab.hasText()).toBe(false);
  tab.becomes(NED);
  expect(tab.hasText()).toBe(false);
  // Nor is it there when an interrupted page of Ned's is his again.
  tab.becomes(null, true);
  tab.becomes(NED);
  expect(tab.hasText()).toBe(false);

  const another = await typeOffline();
  another.becomes(null, true);
  another.becomes(MOLLY);
  expect(another.hasText()).toBe(true);
});

it('unsent text of a visitor stays after the session is loaded [F2]', () => {
  removeOtherStorage(null);
  sessionStorage.setItem('kindpal.help.visitor', 'Where is my invite?');
  removeOtherStorage(null);
  expect(kept()).toEqual(['kindpal.help.visitor']);
});

it('a browser without storage causes no error [U6]', () => {
  vi.stubGlobal('sessionStorage', undefined);
  expect(() => removeOtherStorage('molly')).not.toThrow();
});
