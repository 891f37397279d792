import { describe, expect, it } from 'vitest';
import { readAnswerDraft } from './answer-draft.ts';
import { addAnswer } from './answer-form.tsx';
import { feedbackQuery, readFeedbackFilter } from './feedback-filter.ts';

const read = (address: string) => readFeedbackFilter(new URLSearchParams(address));

describe('the filter of Feedback Management [F4]', () => {
  it('is read from the address, so that a link can show overdue requests', () => {
    expect(feedbackQuery(read('overdue=1'))).toEqual({ overdue: 'true' });
    expect(feedbackQuery(read('urgent=1'))).toEqual({ urgent: 'true' });
    expect(feedbackQuery(read('status=open&search=%20leash%20'))).toEqual({
      status: 'open',
      search: 'leash',
    });
  });

  it('ignores invalid values in the address', () => {
    expect(feedbackQuery(read('status=eaten&overdue=yes'))).toEqual({});
    expect(read(`search=${'x'.repeat(400)}`).search).toHaveLength(100);
  });
});

describe('the answer that a staff member writes [F4]', () => {
  it('keeps what was typed when a canned one is added', () => {
    expect(addAnswer('Dear Miso, ', 'It is fixed.')).toBe('Dear Miso,\n\nIt is fixed.');
    expect(addAnswer('  ', 'It is fixed.')).toBe('It is fixed.');
  });

  it('starts empty without storage', () => {
    const closed = {
      getItem: () => {
        throw new Error('closed');
      },
    };
    expect(readAnswerDraft(closed, 'a')).toBe('');
  });
});
