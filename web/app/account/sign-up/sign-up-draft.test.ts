import { describe, expect, it } from 'vitest';
import { memoryStorage } from '~/testing/memory-storage.ts';
import { EMPTY_SIGN_UP, keepSignUpDraft, readSignUpDraft } from './sign-up-draft.ts';

describe('a newcomer who reloads in the middle of signing up [U1]', () => {
  it('finds the code, name, email and role, and never a password', () => {
    const store = memoryStorage();
    const typed = {
      code: 'ABCD-EFGH-JKMN',
      full_name: 'Nell Neighbor',
      email: 'nell@example.org',
      role: 'both',
    } as const;
    keepSignUpDraft(store, typed);
    expect(readSignUpDraft(store)).toEqual(typed);
    expect([...store.kept.values()].join()).not.toContain('password');
  });

  it.each(['nonsense', 'null', '{"role":"admin","email":7}', '[]'])(
    'starts empty where a browser holds %s',
    (stored) => {
      expect(readSignUpDraft({ getItem: () => stored })).toEqual(EMPTY_SIGN_UP);
    },
  );
});
