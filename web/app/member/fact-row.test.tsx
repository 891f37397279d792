import type { SitterCard } from '@kindpal/contract/member/schema';
import { JOBS_DONE_MAX } from '@kindpal/contract/member/track-record';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { FactRow } from './fact-row.tsx';

const CARD = {
  role: 'pet_sitter',
  invited_by: 'Robin Vale',
  created_at: '2026-03-04T12:00:00.000Z',
  jobs_done: 12,
  services: ['pet_sitting', 'dog_walking'],
  payment_preference: 'hourly_rate',
  hourly_rate_amount: 15,
  fixed_rate_amount: 40,
  availability_enabled: true,
  free_days: ['monday', 'tuesday', 'saturday'],
  reply_time: 'within_hour',
} as Partial<SitterCard> as SitterCard;

/** The facts as they are shown: label and value. Without settings, amounts have no currency. */
function factsOf(given: object): Record<string, string> {
  const html = renderToStaticMarkup(<FactRow member={{ ...CARD, ...given }} />);
  const facts = html.matchAll(/<dt[^>]*>([^<]*)<\/dt><dd[^>]*>([^<]*)<\/dd>/g);
  return Object.fromEntries([...facts].map(([, label, value]) => [label, value]));
}

describe('an owner who chooses a sitter', () => {
  it('is shown each fact of this sitter under its label [R1] [R8]', () => {
    expect(factsOf({})).toEqual({
      'Invited by': 'Robin Vale',
      'Member since': expect.stringMatching(/Mar\s4, 2026/),
      'Jobs done': '12',
      Rate: '15 an hour',
      Services: 'Sitting and walking',
      Free: expect.stringMatching(/Mon.*Tue.*Sat/),
      Replies: 'Within an hour',
    });
  });

  it.each([
    ['Jobs done', { jobs_done: 0 }, 'None yet'],
    ['Jobs done', { jobs_done: JOBS_DONE_MAX }, `${JOBS_DONE_MAX}+`],
    ['Jobs done', { jobs_done: null }, undefined],
    ['Rate', { payment_preference: 'fixed_rate' }, '40 a job'],
    ['Rate', { payment_preference: 'negotiable' }, 'Negotiable'],
    ['Rate', { payment_preference: null }, undefined],
    ['Services', { services: ['dog_walking'] }, 'Dog walking'],
    ['Services', { services: null }, undefined],
    ['Free', { availability_enabled: false }, 'Not taking jobs'],
    ['Free', { role: 'pet_owner', availability_enabled: false, free_days: [] }, undefined],
    ['Free', { free_days: [], next_free_dates: ['2026-11-27'] }, 'Fri, Nov\u00a027'],
    ['Replies', { reply_time: null, owner_reply_time: 'over_day' }, 'After a day or more'],
    ['Replies', { reply_time: 'within_day', owner_reply_time: 'over_day' }, 'Within a day'],
    ['Invited by', { invited_by: null }, undefined],
  ])('is shown as %s of %o: %s [R1] [R8]', (label, given, value) => {
    expect(factsOf(given)[label]).toBe(value);
  });
});
