import { describe, expect, it } from 'vitest';
import { newJobsLabel, reconcileJobs } from './shown-jobs.ts';

const open = (...ids: string[]) => ids.map((id) => ({ id, status: 'open' }));
const idsOf = (cards: { id: string }[]) => cards.map((card) => card.id).join('');

describe('a list of jobs that somebody is reading', () => {
  it('shows the first response unchanged [J1]', () => {
    const { cards, waiting } = reconcileJobs([], { cards: open('c', 'b', 'a'), isWhole: true });
    expect(idsOf(cards)).toBe('cba');
    expect(waiting).toEqual([]);
  });

  it('keeps new jobs waiting instead of moving what is read [J1]', () => {
    const { cards, waiting } = reconcileJobs(open('c', 'b', 'a'), {
      cards: open('e', 'd', 'c', 'b', 'a'),
      isWhole: true,
    });
    expect(idsOf(cards)).toBe('cba');
    expect(idsOf(waiting)).toBe('ed');
  });

  it('shows a job that is gone as Claimed in its place [J1]', () => {
    const { cards } = reconcileJobs(open('c', 'b', 'a'), {
      cards: open('c', 'a'),
      isWhole: true,
    });
    expect(cards.map((card) => card.status)).toEqual(['open', 'claimed', 'open']);
  });

  it('does not change jobs beyond what was fetched [J1]', () => {
    const { cards } = reconcileJobs(open('d', 'c', 'b', 'a'), {
      cards: open('e', 'd', 'c'),
      isWhole: false,
    });
    expect(cards.map((card) => card.status)).toEqual(['open', 'open', 'open', 'open']);
  });

  it('opens a released job again in place [J1]', () => {
    const shown = [...open('b'), { id: 'a', status: 'claimed' }];
    const { cards, waiting } = reconcileJobs(shown, { cards: open('b', 'a'), isWhole: true });
    expect(cards.map((card) => card.status)).toEqual(['open', 'open']);
    expect(waiting).toEqual([]);
  });

  it('adds older jobs at the end when more are loaded [J1]', () => {
    const { cards, waiting } = reconcileJobs(open('d', 'c'), {
      cards: open('e', 'd', 'c', 'b', 'a'),
      isWhole: true,
    });
    expect(idsOf(cards)).toBe('dcba');
    expect(idsOf(waiting)).toBe('e');
  });

  it('keeps everything waiting if nothing that was shown is left [J1]', () => {
    const { cards, waiting } = reconcileJobs(open('a'), { cards: open('c', 'b'), isWhole: true });
    expect(cards).toEqual([{ id: 'a', status: 'claimed' }]);
    expect(idsOf(waiting)).toBe('cb');
  });

  it('counts new jobs in words [J1]', () => {
    expect([0, 1, 2].map(newJobsLabel)).toEqual(['', '1 new job', '2 new jobs']);
  });
});
