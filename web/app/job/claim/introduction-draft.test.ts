import { describe, expect, test } from 'vitest';
import { memoryStorage } from '~/testing/memory-storage.ts';
import {
  keepHello,
  keepIntroductionDraft,
  readHello,
  readIntroductionDraft,
} from './introduction-draft.ts';

const draft = { location: 'Old Town, Maine', place_id: '4974617', bio: 'Two beagles.' };
const sam = { me: 'sam', jobId: 'walk' };

describe('what a sitter writes about themselves before a claim', () => {
  test('a sitter finds their draft again, another member on this device does not, until it is saved [J5]', () => {
    const storage = memoryStorage();
    keepIntroductionDraft(storage, 'sam', draft);
    expect(readIntroductionDraft(storage, 'sam')).toEqual(draft);
    expect(readIntroductionDraft(storage, 'nina')).toBeNull();
    keepIntroductionDraft(storage, 'sam', null);
    expect(readIntroductionDraft(storage, 'sam')).toBeNull();
  });

  test('what a sitter wrote to the owner of one job is not for the owner of another [J5 M1]', () => {
    const storage = memoryStorage();
    keepHello(storage, sam, 'Hi Olive!');
    keepHello(storage, { ...sam, jobId: 'visit' }, 'Hi Otto!');
    expect(readHello(storage, sam)).toBe('Hi Olive!');
    expect(readHello(storage, { ...sam, me: 'nina' })).toBe('');
  });

  test('a sitter whose message was sent, but whose profile was not saved, finds their text again [J5]', () => {
    const storage = memoryStorage();
    keepIntroductionDraft(storage, 'sam', draft);
    keepHello(storage, sam, 'Hi Olive!');
    keepHello(storage, sam, ' ');
    expect(readHello(storage, sam)).toBe('');
    expect(readIntroductionDraft(storage, 'sam')).toEqual(draft);
    keepIntroductionDraft(storage, 'sam', null);
    expect(storage.kept.size).toBe(0);
  });

  test('a sitter with invalid data in storage starts with an empty form [J5]', () => {
    const storage = memoryStorage();
    for (const text of ['no JSON', '{"bio":3}', '[]']) {
      storage.setItem('kindpal.introduction.sam', text);
      expect(readIntroductionDraft(storage, 'sam')).toBeNull();
    }
  });

  test('a sitter without storage can still claim [J5]', () => {
    const closed = () => {
      throw new Error('closed');
    };
    const storage = { getItem: closed, setItem: closed, removeItem: closed };
    expect(readIntroductionDraft(storage, 'sam')).toBeNull();
    expect(readHello(storage, sam)).toBe('');
    expect(() => keepIntroductionDraft(storage, 'sam', draft)).not.toThrow();
    expect(() => keepHello(storage, sam, 'Hi!')).not.toThrow();
  });
});
