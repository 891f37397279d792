import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { EMPTY_JOB_FORM } from '~/job/post/job-form.ts';
import { keepJobFormDraft } from '~/job/post/job-form-draft.ts';
import { setViewerId } from '~/lib/calls/viewer-id.ts';
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
afterEach(() => vi.unstubAllGlobals());

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
