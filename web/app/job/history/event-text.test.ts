import type { JobEvent } from '@kindpal/contract/job/history';
import { describe, expect, it } from 'vitest';
import { endsClaim, jobEventText, ownEnding } from './event-text.ts';

const olive = { id: 'o', full_name: 'Olive Owner' };
const sam = { id: 's', full_name: 'Sam Sitter' };
const event = (given: Partial<JobEvent>): JobEvent => ({
  id: 'e',
  action: 'post',
  created_at: '2026-01-01T00:00:00Z',
  actor_role: 'owner',
  actor: olive,
  claim_id: null,
  sitter: null,
  reason: null,
  ...given,
});
const ofClaim = (given: Partial<JobEvent>) => event({ claim_id: 'c', sitter: sam, ...given });
const bySitter = (action: JobEvent['action']) =>
  ofClaim({ action, actor_role: 'sitter', actor: sam });
const released = ofClaim({ action: 'release' });

describe("the texts of a job's history", () => {
  it('says who did what, and addresses the viewer as you [J6] [J9]', () => {
    expect(jobEventText(released, 's')).toBe('Olive Owner removed you');
    expect(jobEventText(released, 'o')).toBe('You removed Sam Sitter');
    expect(jobEventText(bySitter('release'), 'o')).toBe('Sam Sitter canceled the claim');
    expect(jobEventText(ofClaim({ action: 'report_no_show' }), 's')).toBe(
      'Olive Owner reported that you didn’t show up',
    );
    expect(jobEventText(ofClaim({ action: 'dispute' }), 's')).toBe(
      'Olive Owner said it’s not done',
    );
  });

  it('names neither the scheduler nor a staff member [J9] [S4]', () => {
    const byClock = { actor_role: 'system', actor: null } as const;
    expect(jobEventText(event({ action: 'expire', ...byClock }), 'o')).toBe(
      'The job expired without a sitter',
    );
    expect(jobEventText(ofClaim({ action: 'confirm', ...byClock }), 'o')).toBe(
      'Confirmed automatically after 48 hours',
    );
    const byStaff = event({ action: 'take_down', actor_role: 'staff', actor: null });
    expect(jobEventText(byStaff, 'o')).toBe('Our team took the job down');
    const ended = ofClaim({ action: 'end_claim', actor_role: 'staff', actor: null });
    expect(jobEventText(ended, 'o')).toBe('Our team ended Sam Sitter’s claim');
    expect(jobEventText(ended, 's')).toBe('Our team ended your claim');
    expect(endsClaim(ended)).toBe(true);
  });
});

describe('the end of a claim', () => {
  it('is shown to its sitter until they claim the job again [J6]', () => {
    const claim = bySitter('claim');
    expect(ownEnding([released, claim], 's')).toBe(released);
    expect(ownEnding([claim, released, claim], 's')).toBeUndefined();
    expect(ownEnding([event({ action: 'cancel' }), released, claim], 's')).toBe(released);
    expect(ownEnding([released, claim], 'o')).toBeUndefined();
    expect(ownEnding([event({})], undefined)).toBeUndefined();
  });

  it('leaves a thread that can be read [M1]', () => {
    expect(endsClaim(released)).toBe(true);
    expect(endsClaim(ofClaim({ action: 'confirm' }))).toBe(false);
    expect(endsClaim(event({ action: 'cancel' }))).toBe(false);
  });
});
