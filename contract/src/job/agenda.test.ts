import { describe, expect, it } from 'vitest';
import { type AgendaFacts, askOf, sectionOf } from './agenda.ts';

const HOUR = 3_600_000;
/** 9 AM in New York, for a job until 5 PM. */
const start = Date.parse('2030-05-04T13:00:00Z');
const job = (given: Partial<AgendaFacts>): AgendaFacts => ({
  as: 'owner',
  phase: 'upcoming',
  start,
  end: start + 8 * HOUR,
  time_zone: 'America/New_York',
  hasWritten: true,
  ...given,
});

describe('what a job asks of its owner', () => {
  it('is to say hello to a sitter they never wrote to, and to ask a late sitter where they are [D1]', () => {
    expect(askOf(job({ hasWritten: false }), start - HOUR)).toBe('say_hello');
    expect(askOf(job({}), start - HOUR)).toBeNull();
    expect(askOf(job({}), start + HOUR / 4 - 1)).toBeNull();
    expect(askOf(job({ hasWritten: false }), start + HOUR / 4)).toBe('not_started');
  });

  it('is to confirm what the sitter marked as done, and nothing while it is in progress [J9]', () => {
    expect(askOf(job({ phase: 'to_confirm' }), start)).toBe('confirm');
    expect(askOf(job({ phase: 'in_progress' }), start + 20 * HOUR)).toBeNull();
    expect(askOf(job({ phase: 'past' }), start)).toBeNull();
  });
});

describe('what a job asks of its sitter', () => {
  it('is to start it from two hours before, and to mark it done once its end has passed [D3] [J9]', () => {
    const mine = (given: Partial<AgendaFacts>) =>
      job({ as: 'sitter', hasWritten: false, ...given });
    expect(askOf(mine({}), start - 2 * HOUR - 1)).toBeNull();
    expect(askOf(mine({}), start - 2 * HOUR)).toBe('start');
    expect(askOf(mine({ phase: 'in_progress' }), start + 8 * HOUR - 1)).toBeNull();
    expect(askOf(mine({ phase: 'in_progress' }), start + 8 * HOUR)).toBe('finish');
    expect(askOf(mine({ phase: 'to_confirm' }), start)).toBeNull();
  });
});

describe('the section of home that shows a job', () => {
  it('is today in the job’s time zone, not in the viewer’s [D1]', () => {
    const late = Date.parse('2030-05-04T03:30:00Z');
    expect(sectionOf(job({}), late)).toBe('coming_up');
    expect(sectionOf(job({ time_zone: 'Europe/Lisbon' }), late)).toBe('today');
    expect(sectionOf(job({}), start - HOUR)).toBe('today');
  });

  it('is Needs you for what the viewer has to do, and waiting for what the other side has to do [D1]', () => {
    expect(sectionOf(job({ phase: 'to_confirm' }), start)).toBe('needs_you');
    expect(sectionOf(job({ phase: 'to_confirm', as: 'sitter' }), start)).toBe('waiting');
    expect(sectionOf(job({ phase: 'in_progress' }), start - 48 * HOUR)).toBe('today');
  });
});
