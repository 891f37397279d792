import { JOB_ACTIONS } from '@kindpal/contract/job/actions';
import type { JobEvent } from '@kindpal/contract/job/history';
import { describe, expect, it } from 'vitest';
import {
  isPayDue,
  keepShownJob,
  leavesReviewNext,
  type MemberJobDetail,
  summarizeJob,
  viewerOf,
} from './job-summary.ts';
import { askBefore, isJobMove, moveTexts, undoOf } from './moves/job-action-texts.ts';

const sitter = { id: 's', full_name: 'Ana', profile_image_url: null, is_verified: false };
const claim = {
  id: 'c',
  sitter_id: 's',
  claimed_at: '2026-01-01T00:00:00Z',
  started_at: null,
  completed_at: null,
  confirmed_at: null,
  sitter,
  sitter_rating: { average: null, count: 0, would_repeat: 0 },
  sitter_reliability: null,
};
function job(some: Partial<MemberJobDetail> = {}): MemberJobDetail {
  return {
    view: 'member',
    id: 'j',
    status: 'open',
    is_mine: false,
    claim: null,
    payout: null,
    cancel_reason: null,
    cancel_code: null,
    can: {},
    total_amount: 40,
    owner: { id: 'o', full_name: 'Olive', profile_image_url: null, is_verified: false },
    pet_details: { name: 'Biscuit', breed: null, size: 'small', image_url: null },
    ...some,
  } as MemberJobDetail;
}

describe("a job's page", () => {
  it('has one primary button: a review only where no action and no message comes first [J9 R9]', () => {
    expect(leavesReviewNext(job({ status: 'completed', is_mine: true, claim }))).toBe(true);
    const toConfirm = {
      status: 'completed',
      is_mine: true,
      claim,
      can: { confirm: true },
    } as const;
    expect(leavesReviewNext(job(toConfirm))).toBe(false);
    // A sitter's no-show can be reviewed while the next sitter has the job.
    expect(leavesReviewNext(job({ status: 'claimed', is_mine: true, claim }))).toBe(false);
    expect(leavesReviewNext(job({ can: { claim: true } }))).toBe(false);
    expect(leavesReviewNext(job())).toBe(true);
  });

  it('offers exactly what the viewer can do, the next step first [J4]', () => {
    const open = job({ can: { claim: true, cancel: false } });
    expect(summarizeJob(open, 'other', undefined)).toMatchObject({
      primary: 'claim',
      secondary: [],
      later: [],
    });
    const mine = job({
      status: 'claimed',
      is_mine: true,
      claim,
      can: { release: true, cancel: true },
    });
    expect(summarizeJob(mine, 'owner', undefined)).toMatchObject({
      heading: 'Ana is booked',
      later: ['release', 'cancel'],
    });
    expect(summarizeJob(mine, 'owner', undefined).primary).toBeUndefined();
  });

  it('says why a sitter cannot claim an open job, and to its owner who can [J4] [J5]', () => {
    const asks = (some: object) =>
      job({
        requirements: {
          met_before: false,
          verified: false,
          min_reviews: 0,
          opens_at: null,
          mine: null,
          ...some,
        },
      });
    const textOf = (one: MemberJobDetail, viewer: 'owner' | 'other') =>
      summarizeJob(one, viewer, undefined).text;
    expect(textOf(asks({ min_reviews: 2 }), 'other')).toBe('The owner has requirements:');
    expect(textOf(asks({ opens_at: '2030-01-01T00:00:00Z' }), 'other')).toBe(
      'Some sitters can claim it first.',
    );
    const free = job({ can: { claim: true } });
    expect(textOf(free, 'other')).toBe('First come, first served!');
    expect(textOf({ ...free, offered_until: '2030-01-01T00:00:00Z' }, 'other')).toBe(
      'You can claim it before others.',
    );
    const mine = { ...asks({ min_reviews: 2 }), is_mine: true };
    expect(textOf(mine, 'owner')).toBe('The first sitter with what you ask for gets it.');
    expect(textOf({ ...mine, offered_until: '2030-01-01T00:00:00Z' }, 'owner')).toBe(
      'It’s offered to some sitters first. Others can’t see it yet.',
    );
    expect(summarizeJob({ ...mine, is_held: true }, 'owner', undefined)).toMatchObject({
      heading: 'Waiting for our team’s review',
      text: 'No one else can see it until then.',
    });
    expect(keepShownJob(asks({ min_reviews: 2 }), undefined).requirements).toBeNull();
  });

  it('leads from the claim to a message, and from the end to booking again [J4] [J9]', () => {
    const held = job({ status: 'claimed', claim, can: { chat: true, release: true } });
    expect(summarizeJob(held, 'claimant', undefined)).toMatchObject({
      primary: 'message',
      secondary: ['add_to_calendar'],
      later: ['release'],
    });
    const due = job({ ...held, can: { chat: true, start: true } });
    expect(summarizeJob(due, 'claimant', undefined)).toMatchObject({
      primary: 'start',
      secondary: ['message', 'add_to_calendar'],
    });
    const over = {
      ...claim,
      completed_at: '2026-01-01T12:00:00Z',
      confirmed_at: '2026-01-01T13:00:00Z',
    };
    const done = job({ status: 'completed', is_mine: true, claim: over, can: { chat: true } });
    expect(summarizeJob(done, 'owner', undefined)).toMatchObject({
      primary: 'book_again',
      secondary: ['message'],
      text: 'If you haven’t paid Ana yet, now is the time.',
    });
    // The sitter's next step is the review.
    const theirs = summarizeJob({ ...done, is_mine: false }, 'claimant', undefined);
    expect(theirs).toMatchObject({ secondary: ['message'] });
    expect(theirs.primary).toBeUndefined();
    // Staff see the job but have no part in it.
    expect(summarizeJob(held, 'other', undefined)).toMatchObject({ secondary: [] });
  });

  it('shows no payment if the job was a favor [J8]', () => {
    const over = {
      ...claim,
      completed_at: '2026-01-01T12:00:00Z',
      confirmed_at: '2026-01-01T13:00:00Z',
    };
    const favor = job({ status: 'completed', is_mine: true, claim: over, total_amount: 0 });
    expect(summarizeJob(favor, 'owner', undefined).text).toBe(
      'It was a favor. Ana will appreciate a thank-you.',
    );
    expect(isPayDue(favor)).toBe(false);
    expect(isPayDue({ ...favor, total_amount: 5 })).toBe(true);
  });

  it('asks before a start or an end that is early, and before what cannot be undone [J9]', () => {
    const planned = {
      start_date: '2026-05-04T13:00:00Z',
      end_date: '2026-05-04T15:00:00Z',
      time_zone: 'America/New_York',
      status: 'claimed' as const,
    };
    const ask = (move: Parameters<typeof askBefore>[0], now: string) =>
      askBefore(move, { viewer: 'claimant', job: planned, now: Date.parse(now) });
    expect(ask('start', '2026-05-04T12:59:59Z')).toMatchObject({
      title: 'Start early?',
      description: 'It’s scheduled for Mon, May\u00a04, 9:00\u00a0AM.',
    });
    expect(ask('start', '2026-05-04T13:00:00Z')).toBeUndefined();
    expect(ask('complete', '2026-05-04T14:59:59Z')?.title).toBe('Done early?');
    expect(ask('complete', '2026-05-04T15:00:00Z')).toBeUndefined();
    expect(ask('release', '2026-05-04T15:00:00Z')?.reason).toBe('Why?');
    for (const status of ['claimed', 'in_progress'] as const) {
      const taken = { ...planned, status };
      expect(askBefore('cancel', { viewer: 'owner', job: taken, now: 0 })?.description).toBe(
        'It won’t take place. Your sitter is notified right away.',
      );
    }
    const open = { ...planned, status: 'open' as const };
    expect(askBefore('cancel', { viewer: 'owner', job: open, now: 0 })?.description).toBe(
      'It’s removed from the list.',
    );
  });

  it('offers undo if nobody is affected [J9]', () => {
    const can = { undo_start: true, undo_complete: true, reopen: true, cancel: true };
    expect(undoOf('start', { before: 'claimed', can })).toBe('undo_start');
    expect(undoOf('complete', { before: 'in_progress', can })).toBe('undo_complete');
    expect(undoOf('cancel', { before: 'open', can })).toBe('reopen');
    expect(undoOf('cancel', { before: 'claimed', can })).toBeUndefined();
    expect(undoOf('release', { before: 'claimed', can })).toBeUndefined();
    expect(undoOf('confirm', { before: 'completed', can })).toBeUndefined();
  });

  it('tells the owner until when to confirm [J9]', () => {
    const done = job({
      status: 'completed',
      is_mine: true,
      claim: { ...claim, completed_at: '2026-01-01T12:00:00Z' },
      can: { confirm: true, dispute: true },
    });
    expect(summarizeJob(done, 'owner', undefined)).toMatchObject({
      heading: 'Ana says it’s done',
      text: expect.stringMatching(
        /If you don’t reply by [A-Z][a-z]{2}, \d+:\d\d\s[AP]M, we’ll mark it confirmed\.$/,
      ),
      primary: 'confirm',
      later: ['dispute'],
    });
  });

  it('has its own text for each state and each reader [J4] [J9]', () => {
    const headings = (['open', 'claimed', 'in_progress', 'completed', 'cancelled'] as const).map(
      (status) =>
        (['owner', 'claimant', 'other'] as const).map(
          (viewer) => summarizeJob(job({ status, claim }), viewer, undefined).heading,
        ),
    );
    expect(headings).toEqual([
      ['Waiting for a sitter', 'Available', 'Available'],
      ['Ana is booked', 'This job is yours', 'Claimed'],
      ['Ana is with your pet', 'Job in progress', 'In progress'],
      ['All done', 'All done', 'Done'],
      ['Canceled', 'Canceled', 'Canceled'],
    ]);
    const expired = job({ status: 'cancelled', cancel_code: 'expired' });
    expect(summarizeJob(expired, 'owner', undefined).heading).toBe('Expired');
  });

  it('tells the owner how the claim ended when that was after the end of the job [J6] [J9]', () => {
    const expired = job({
      status: 'cancelled',
      cancel_code: 'expired',
      is_mine: true,
      owner_id: 'o',
    });
    const olive = { id: 'o', full_name: 'Olive' };
    const ana = { id: 's', full_name: 'Ana' };
    const textAfter = (event: Partial<JobEvent>) =>
      summarizeJob(expired, 'owner', {
        claim_id: 'c',
        sitter: ana,
        reason: null,
        ...event,
      } as JobEvent).text;
    const noShow = { action: 'report_no_show', actor_role: 'owner', actor: olive } as const;
    expect(textAfter({ ...noShow, reason: 'We waited an hour.' })).toBe(
      'You reported that Ana didn’t show up: “We waited an hour.”',
    );
    expect(textAfter(noShow)).toBe('You reported that Ana didn’t show up.');
    expect(
      textAfter({ action: 'release', actor_role: 'sitter', actor: ana, reason: 'A cold.' }),
    ).toBe('Ana canceled the claim: “A cold.”');
    expect(textAfter({ action: 'release', actor_role: 'owner', actor: olive })).toBe(
      'You removed Ana.',
    );
    expect(textAfter({ action: 'release', actor_role: 'system', actor: null })).toBe(
      'Ana is no longer available.',
    );
    expect(
      textAfter({ action: 'end_claim', actor_role: 'staff', actor: null, reason: 'Hello.' }),
    ).toBe('Our team ended Ana’s claim: “Hello.”');
    const unclaimed = { action: 'expire', actor_role: 'system', claim_id: null } as JobEvent;
    expect(summarizeJob(expired, 'owner', unclaimed).text).toBe('It ended without a sitter.');
    // Staff do not see the history.
    expect(summarizeJob(expired, 'other', undefined).text).toBe('It ended without a sitter.');
  });

  it('shows the other side’s last words first [J6] [J9]', () => {
    const sitterLeft = {
      action: 'release',
      actor_role: 'sitter',
      sitter: { id: 's', full_name: 'Ana' },
      reason: 'A cold, sorry.',
    } as JobEvent;
    expect(summarizeJob(job({ is_mine: true }), 'owner', sitterLeft)).toMatchObject({
      heading: 'Waiting for a sitter',
      text: 'Ana canceled their claim: “A cold, sorry.”',
    });
    const disputed = { action: 'dispute', actor_role: 'owner', reason: null } as JobEvent;
    const running = job({ status: 'in_progress', claim, can: { complete: true } });
    expect(summarizeJob(running, 'claimant', disputed)).toMatchObject({
      heading: 'Not done yet',
      text: 'Olive says it’s not done.',
      primary: 'complete',
    });
  });

  it('offers no button for actions of staff or the scheduler [J9] [S4]', () => {
    expect(JOB_ACTIONS.filter((action) => !isJobMove(action))).toEqual([
      'claim',
      'expire',
      'take_down',
      'end_claim',
    ]);
    const all = Object.fromEntries(JOB_ACTIONS.map((action) => [action, true]));
    const { primary, secondary, later } = summarizeJob(job({ can: all }), 'other', undefined);
    for (const action of ['take_down', 'end_claim']) {
      expect([primary, ...secondary, ...later]).not.toContain(action);
    }
  });

  it('is true after a no-show too, whether the job opens again or is over [J9]', () => {
    const texts = moveTexts('report_no_show', 'owner');
    expect(texts.done).toBe('Reported. The job is open again.');
    expect(texts.doneAfterEnd).toBe('Reported. The job is over and stays closed.');
    expect(texts.ask?.afterEnd).toContain('doesn’t open again');
  });

  it('distinguishes the owner and the sitter who holds it [J4]', () => {
    expect(viewerOf(job({ is_mine: true }), 'o')).toBe('owner');
    expect(viewerOf(job({ claim }), 's')).toBe('claimant');
    expect(viewerOf(job({ claim: null }), 's')).toBe('other');
  });

  it('keeps its text for the sitter who came second [J5]', () => {
    const read = job({ can: { claim: true } });
    const shown = keepShownJob(read, undefined);
    expect(shown).toMatchObject({ view: 'member', status: 'claimed', can: {}, claim: null });
    expect(summarizeJob(shown, 'other', undefined).text).toContain(
      'already been claimed by someone else',
    );
  });

  it('that no longer exists is not called claimed on the page of its owner or sitter [J4]', () => {
    for (const status of ['open', 'claimed'] as const) {
      const mine = keepShownJob(job({ status, is_mine: true, claim }), undefined);
      expect(mine.status).toBe('cancelled');
      expect(summarizeJob(mine, 'owner', undefined).text).toBe('This job no longer exists.');
    }
    expect(keepShownJob(job({ status: 'claimed', claim }), undefined).status).toBe('cancelled');
  });

  it('keeps its text for the sitter whose job was canceled [J9]', () => {
    const read = job({ status: 'claimed', claim, can: { chat: true }, address: '12 Acorn Lane' });
    const shown = keepShownJob(read, {
      view: 'public',
      id: 'j',
      job_type: 'both',
      status: 'cancelled',
      total_amount: 1,
      hourly_rate: null,
      location: null,
      created_at: '2026-01-01T00:00:00Z',
      week: '2026-01-05',
      pet_details: { name: 'Biscuit' },
      can: {},
    });
    expect(shown).toMatchObject({ view: 'member', status: 'cancelled', can: {}, claim: null });
    expect(shown.address).toBeNull();
    expect(summarizeJob(shown, 'other', undefined).heading).toBe('Canceled');
  });
});
