import type { ThreadMessage } from '@kindpal/contract/chat/schema';
import { describe, expect, it } from 'vitest';
import { dayLabel, groupMessages, joinPages, stillPending, withQueued } from './message-groups.ts';

const me = 'me';
function message(id: string, created_at: string, sender_id = me): ThreadMessage {
  return {
    id,
    sender_id,
    client_id: `client-${id}`,
    content: `text ${id}`,
    created_at,
    sender: { full_name: sender_id, profile_image_url: null },
  };
}
const at = (day: number, hour: number, minute = 0) =>
  new Date(2026, 5, day, hour, minute).toISOString();

describe('the chat of a job', () => {
  it('reads from the oldest to the newest over every page, each message once [M1]', () => {
    const newest = [message('3', at(2, 9)), message('4', at(2, 10))];
    const older = [message('1', at(1, 9)), message('2', at(1, 10)), message('3', at(2, 9))];
    const thread = joinPages([{ items: newest }, { items: older }]);
    expect(thread.map(({ id }) => id)).toEqual(['1', '2', '3', '4']);
  });

  it('is grouped by day, and shows name and time once for a run of messages [M1]', () => {
    const days = groupMessages({
      messages: [
        message('1', at(1, 9), 'owner'),
        message('2', at(1, 9, 5), 'owner'),
        message('3', at(1, 9, 6)),
        message('4', at(1, 12), 'owner'),
        message('5', at(2, 0, 1), 'owner'),
      ],
      pending: [],
      me,
    });
    expect(days.map(({ day, bubbles }) => [day, bubbles.length])).toEqual([
      ['2026-06-01', 4],
      ['2026-06-02', 1],
    ]);
    expect(days.flatMap(({ bubbles }) => bubbles.map(({ opens_run }) => opens_run))).toEqual([
      true,
      false,
      true,
      true,
      true,
    ]);
    expect(days.flatMap(({ bubbles }) => bubbles.map(({ closes_run }) => closes_run))).toEqual([
      false,
      true,
      true,
      true,
      true,
    ]);
  });

  it('shows what was written offline on My Day among the unsent, in the order of writing [M1]', () => {
    const action = { job_id: 'job', title: 'A walk', created_at: Date.parse(at(2, 9)), key: 1 };
    const written = { ...action, kind: 'message', claim_id: 'mine', content: 'Fed.' } as const;
    const queue = [
      { ...written, client_id: 'waits', refusal: null },
      {
        ...written,
        client_id: 'refused',
        refusal: 'The claim ended.',
        created_at: Date.parse(at(2, 11)),
      },
      { ...written, client_id: 'elsewhere', claim_id: 'other', refusal: null },
      { ...action, kind: 'move', move: 'start', claim_id: 'mine', refusal: null } as const,
    ];
    const typed = {
      client_id: 'typed',
      content: 'Hello',
      created_at: at(2, 10),
      state: 'failed',
    } as const;
    const pending = withQueued([typed], { thread: 'mine', queue });
    expect(pending.map(({ client_id, state }) => [client_id, state])).toEqual([
      ['waits', 'queued'],
      ['typed', 'failed'],
      ['refused', 'refused'],
    ]);
    // A message whose response was lost appears only once.
    const stored = { ...message('1', at(2, 12)), client_id: 'waits' };
    const [day] = groupMessages({ messages: [stored], pending, me });
    expect(day?.bubbles.map(({ key }) => key)).toEqual(['waits', 'typed', 'refused']);
  });

  it('shows a pending message at the end until the server has it [M1]', () => {
    const pending = [
      { client_id: 'client-1', content: 'there', created_at: at(1, 9), state: 'sending' as const },
      { client_id: 'client-2', content: 'soon', created_at: at(1, 9), state: 'failed' as const },
    ];
    const stored = [message('1', at(1, 9))];
    expect(stillPending(pending, stored).map(({ client_id }) => client_id)).toEqual(['client-2']);
    const bubbles = groupMessages({ messages: stored, pending, me }).flatMap((day) => day.bubbles);
    expect(bubbles.map(({ state, is_own }) => [state, is_own])).toEqual([
      ['stored', true],
      ['failed', true],
    ]);
  });

  it('names days as Today, Yesterday or in full [M1]', () => {
    const now = new Date(2026, 5, 2, 0, 30);
    expect(dayLabel('2026-06-02', now)).toBe('Today');
    expect(dayLabel('2026-06-01', now)).toBe('Yesterday');
    expect(dayLabel('2026-05-29', now)).toBe('Friday, May 29');
    expect(dayLabel('2025-12-24', now)).toBe('Wednesday, December 24, 2025');
  });
});
