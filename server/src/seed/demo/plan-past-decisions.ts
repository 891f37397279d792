import type { ReportReason } from '@kindpal/contract/report/schema';
import type { moderationDecisions } from '../../db/schema/moderation.ts';
import type { reports } from '../../db/schema/report.ts';
import type { Random } from '../random.ts';
import type { MembersPlan } from './plan-members.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** The newest is older than a month, because the public numbers are those of full months. */
const NEWEST_DAYS = 40;
const APART_DAYS = 19;

type Past = {
  reason: ReportReason;
  details: string;
  /** Hours until the decision. */
  took: number;
  /** For the member: a warning, or a suspension of some days; without it no action was taken. */
  told?: string;
  days?: number;
  note: string;
};

/** Newest first. */
const PAST: readonly Past[] = [
  {
    reason: 'spam',
    details: 'Advertises her grooming salon in the first line.',
    took: 6,
    told: 'Your profile advertised a business. Write about your own experience with animals instead.',
    note: 'Took the link out herself before we wrote.',
  },
  {
    reason: 'other',
    details: 'Did not answer me for three days.',
    took: 21,
    note: 'Slow, but nothing against the guidelines.',
  },
  {
    reason: 'fake',
    details: 'The picture is from a stock site.',
    took: 4,
    told: 'Your picture doesn’t show you. Please upload one of yourself.',
    note: 'Reverse search finds it in three shops.',
  },
  {
    reason: 'fraud',
    details: 'Asked me to pay before the first visit.',
    took: 3,
    told: 'You asked an owner to pay before the first visit. Pay is due when the job is done.',
    note: 'First time. Apologized to the owner.',
  },
  {
    reason: 'danger',
    details: 'Two dogs were tied up outside the supermarket at noon.',
    took: 1,
    note: 'Called both sides: in the shade, with water, for ten minutes.',
  },
  {
    reason: 'harassment',
    details: 'Kept writing after I said no.',
    took: 2,
    told: 'You kept writing to a member who had asked you to stop.',
    days: 7,
    note: 'Nine messages in one evening.',
  },
  {
    reason: 'other',
    details: 'She charges more than everybody else.',
    took: 26,
    note: 'Prices are between members.',
  },
  {
    reason: 'privacy',
    details: 'My street is in his profile, as a place he knows well.',
    took: 5,
    told: 'Your profile named the street of another member. Please keep addresses to yourself.',
    note: 'Removed within the hour.',
  },
  {
    reason: 'fake',
    details: 'I don’t think she has ever had a cat.',
    took: 12,
    note: 'Two reviews of cat sitting say otherwise.',
  },
  {
    reason: 'spam',
    details: 'Links to his podcast.',
    took: 9,
    note: 'A podcast about rescue dogs, without advertising.',
  },
  {
    reason: 'other',
    details: 'Brought his own dog to the job without asking.',
    took: 8,
    told: 'You brought your own dog to a job without asking the owner first.',
    note: 'Nothing happened, but the cat was afraid.',
  },
  {
    reason: 'other',
    details: 'His profile is in Spanish.',
    took: 3,
    note: 'So is he.',
  },
  {
    reason: 'fake',
    details: 'Says he lives here but his number is from elsewhere.',
    took: 17,
    note: 'Moved here in spring.',
  },
];

export type PastDecisions = {
  decisions: (typeof moderationDecisions.$inferInsert & { id: string })[];
  reports: (typeof reports.$inferInsert)[];
};

type Given = { random: Random; now: Date; people: MembersPlan; admin: string; boss: string };

/** Reports and decisions of earlier months, for the numbers on the page of the guidelines. [S4] */
export function planPastDecisions({ random, now, people, admin, boss }: Given): PastDecisions {
  const planned: PastDecisions = { decisions: [], reports: [] };
  for (const [place, past] of PAST.entries()) {
    const at = new Date(now.getTime() - (NEWEST_DAYS + place * APART_DAYS) * DAY);
    const decided_at = new Date(at.getTime() + past.took * HOUR);
    const [member, reporter] = strangers(people, { at, place });
    const decider = place % 3 === 0 ? boss : admin;
    const id = random.uuid();
    const ends_at = past.days ? new Date(decided_at.getTime() + past.days * DAY) : null;
    planned.decisions.push({
      ...{ id, member_id: member.id, decided_by: decider, created_at: decided_at },
      kind: past.days ? 'suspend' : past.told ? 'warn' : 'dismiss',
      ...{ subject_type: 'profile', subject_id: member.id },
      ...{ reason: past.told ?? '', note: past.note, ends_at },
      ...(ends_at ? { ended_at: ends_at, ended_as: 'expired' } : {}),
    });
    planned.reports.push({
      ...{ reporter_id: reporter.id, member_id: member.id, created_at: at },
      ...{ subject_type: 'profile', subject_id: member.id },
      ...{ reason: past.reason, details: past.details },
      snapshot: { title: member.name, text: member.bio ?? null },
      ...{ assigned_to: decider, assigned_at: new Date(at.getTime() + HOUR / 2) },
      ...{ decided_at, decision_id: id },
    });
  }
  return planned;
}

/** Two members of that time without a role, and if possible without a printed sign-in. */
function strangers({ members, roles }: MembersPlan, { at, place }: { at: Date; place: number }) {
  const staff = new Set(roles.map(({ user_id }) => user_id));
  const there = members.filter(
    ({ id, created_at, email }) =>
      !staff.has(id) && (created_at as Date) < at && !/^(owner|sitter|both)@/.test(email),
  );
  const pick = (turn: number) => there[turn % there.length] as (typeof there)[number];
  return [pick(place * 2), pick(place * 2 + 1)] as const;
}
