import { expect, it } from 'vitest';
import { answerNews } from './use-answer-news.ts';

it('a member is notified of an answer, and of a new status of their request [F4]', () => {
  expect(answerNews({ status: 'responded' })).toBe('Kindpal answered your request.');
  expect(answerNews({ status: 'in_progress' })).toBe('Your request is now: In Progress.');
  expect(answerNews({ status: 'resolved' })).toBe('Your request is now: Resolved.');
});
