import { describe, expect, test } from 'vitest';
import { keepIntroductionDraft, readIntroductionDraft } from './introduction-draft.ts';

function createStorage() {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
}
const draft = {
  location: 'Old Town, Maine',
  place_id: '4974617',
  bio: 'Two beagles.',
  hello: 'Hi!',
};
const sam = { me: 'sam', jobId: 'walk' };

describe('what a sitter writes about themselves before a claim', () => {
  test('a sitter finds their draft again, another member on this device does not, until it is saved [J5]', () => {
    const storage = createStorage();
    keepIntroductionDraft(storage, sam, draft);
    expect(readIntroductionDraft(storage, sam)).toEqual(draft);
    expect(readIntroductionDraft(storage, { ...sam, me: 'nina' })).toBeNull();
    keepIntroductionDraft(storage, sam, null);
    expect(readIntroductionDraft(storage, sam)).toBeNull();
  });

  test('what a sitter wrote to the owner of one job is not sent to the owner of another [J5]', () => {
    const storage = createStorage();
    keepIntroductionDraft(storage, sam, draft);
    expect(readIntroductionDraft(storage, { ...sam, jobId: 'visit' })).toEqual({
      ...draft,
      hello: '',
    });
  });

  test('a sitter with invalid data in storage starts with an empty form [J5]', () => {
    const storage = createStorage();
    for (const text of ['no JSON', '{"bio":3}', '[]']) {
      storage.setItem('kindpal.introduction.sam', text);
      expect(readIntroductionDraft(storage, sam)).toBeNull();
    }
  });

  test('a sitter without storage can still claim [J5]', () => {
    const closed = () => {
      throw new Error('closed');
    };
    const storage = { getItem: closed, setItem: closed, removeItem: closed };
    expect(readIntroductionDraft(storage, sam)).toBeNull();
    expect(() => keepIntroductionDraft(storage, sam, draft)).not.toThrow();
  });
});
