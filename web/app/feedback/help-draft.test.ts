import { describe, expect, it } from 'vitest';
import { memoryStorage } from '~/testing/memory-storage.ts';
import { EMPTY_DRAFT, keepHelpDraft, readHelpDraft } from './help-draft.ts';

describe('what somebody typed into Help & Feedback [F2]', () => {
  const draft = { message: 'My dog ate the invite', email: 'a@b.example', wants_follow_up: true };

  it('is there again when the dialog was closed before it was sent', () => {
    const storage = memoryStorage();
    keepHelpDraft(storage, 'visitor', draft);
    expect(readHelpDraft(storage, 'visitor')).toEqual(draft);
  });

  it('is never shown to the next person on the same device', () => {
    const storage = memoryStorage();
    keepHelpDraft(storage, 'member-1', draft);
    expect(readHelpDraft(storage, 'member-2')).toEqual(EMPTY_DRAFT);
  });

  it('is forgotten once it is sent', () => {
    const storage = memoryStorage();
    keepHelpDraft(storage, 'visitor', draft);
    keepHelpDraft(storage, 'visitor', EMPTY_DRAFT);
    expect(storage.getItem('kindpal.help.visitor')).toBeNull();
  });

  it.each(['{', 'null', '7', '{"message":3,"wants_follow_up":"yes"}'])(
    'starts empty if the browser has stored %s',
    (kept) => {
      expect(readHelpDraft({ getItem: () => kept }, 'visitor')).toEqual(EMPTY_DRAFT);
    },
  );
});
