import type { conversationMessages, conversations } from '../../db/schema/conversation.ts';
import type { moderationDecisions } from '../../db/schema/moderation.ts';
import type { reports } from '../../db/schema/report.ts';
import type { Random } from '../random.ts';
import { type HearingsPlan, planHearings } from './plan-hearings.ts';
import type { JobsPlan } from './plan-jobs.ts';
import type { MembersPlan, PlannedMember } from './plan-members.ts';
import { planPastDecisions } from './plan-past-decisions.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

export type ModerationPlan = HearingsPlan & {
  conversation: typeof conversations.$inferInsert & { id: string };
  messages: (typeof conversationMessages.$inferInsert & { id: string })[];
  decisions: (typeof moderationDecisions.$inferInsert & { id: string })[];
  reports: (typeof reports.$inferInsert)[];
  /** Who is suspended, since when. */
  suspended: { id: string; at: Date };
};

const SAID = [
  ['sitter', 'Hi! I can take your terrier on Saturday.'],
  ['owner', 'Lovely. It would be from nine to noon.'],
  ['sitter', 'I need $80 up front by gift card, then I’ll hold the date for you.'],
  ['owner', 'That’s not how it works here. I pay after the walk.'],
  ['sitter', 'Then find someone else. People like you shouldn’t have a dog.'],
] as const;

type Given = { random: Random; now: Date; people: MembersPlan; plan: JobsPlan };

/** The moderation queue, past decisions and appeals: realistic cases. [S4] */
export function planModeration({ random, now, people, plan }: Given): ModerationPlan {
  const ago = (time: number) => new Date(now.getTime() - time);
  const { members, roles } = people;
  const staff = (role: string) => roles.find((one) => one.role === role)?.user_id as string;
  const [admin, boss] = [staff('admin'), staff('super_admin')];
  const [rude, polite, warned, suspended, watchful] = bystanders(people, plan);
  const talk = planTalk({ random, rude, polite, ago });
  const decided = { decided_by: admin, note: '' };
  const warning = {
    ...decided,
    id: random.uuid(),
    member_id: warned.id,
    kind: 'warn' as const,
    subject_type: 'profile' as const,
    subject_id: warned.id,
    reason: 'Your profile gives a false picture of who you are.',
    note: 'Claims to be a vet nurse; the clinic does not know them.',
    created_at: ago(5 * DAY),
    appeal: 'I worked there under my maiden name. I can send you the contract.',
    appealed_at: ago(2 * DAY),
  };
  const suspension = {
    ...decided,
    id: random.uuid(),
    decided_by: boss,
    member_id: suspended.id,
    kind: 'suspend' as const,
    reason: 'You missed a job you had claimed and didn’t tell the owner.',
    note: 'Second time. The cat was without food for a day.',
    created_at: ago(3 * DAY),
    ends_at: new Date(now.getTime() + 11 * DAY),
  };
  const dismissal = {
    ...decided,
    id: random.uuid(),
    member_id: watchful.id,
    kind: 'dismiss' as const,
    reason: '',
    note: 'An honest review. Nothing against the guidelines.',
    created_at: ago(8 * DAY),
  };
  // Two of the members with printed sign-ins.
  const [hannah, noor] = ['owner@', 'both@'].map((start) =>
    members.find(({ email }) => email.startsWith(start)),
  );
  const ownWarning = {
    ...decided,
    id: random.uuid(),
    member_id: noor?.id ?? watchful.id,
    kind: 'warn' as const,
    subject_type: 'job' as const,
    subject_id: plan.jobs.find(({ owner_id }) => owner_id === noor?.id)?.id ?? null,
    reason: 'Your job asked the sitter for a deposit. Please take that out of your next one.',
    created_at: ago(6 * DAY),
  };
  const open = plan.jobs.find(
    ({ status, owner_id }) => status === 'open' && ![watchful.id, admin, boss].includes(owner_id),
  );
  const profileOf = ({ name, bio }: PlannedMember) => ({ title: name, text: bio ?? null });
  const report = (given: typeof reports.$inferInsert) => given;
  const [harassed, advertised, faked] = [random.uuid(), random.uuid(), random.uuid()];
  const past = planPastDecisions({ random, now, people, admin, boss });
  return {
    ...talk,
    ...planHearings({
      ...{ ago, admin, boss, harassed, advertised, faked },
      conversation: talk.conversation.id,
      rude: rude.id,
      warned: warned.id,
      reporter: hannah?.id ?? watchful.id,
    }),
    decisions: [...past.decisions, warning, suspension, dismissal, ownWarning],
    suspended: { id: suspended.id, at: ago(3 * DAY) },
    reports: [
      ...past.reports,
      report({
        reporter_id: watchful.id,
        member_id: open?.owner_id ?? rude.id,
        subject_type: open ? 'job' : 'profile',
        subject_id: open?.id ?? rude.id,
        reason: 'danger',
        details:
          'I live across the street. The dog is on the balcony all day, in the sun, without water.',
        snapshot: open ? { title: open.title, text: open.description } : profileOf(rude),
        created_at: ago(5 * HOUR),
      }),
      report({
        reporter_id: polite.id,
        member_id: rude.id,
        subject_type: 'message',
        subject_id: talk.messages[2]?.id as string,
        reason: 'fraud',
        details: 'Wants gift cards before the walk.',
        snapshot: snapshotOf(talk.messages, members),
        created_at: ago(20 * HOUR),
      }),
      report({
        id: harassed,
        reporter_id: polite.id,
        member_id: rude.id,
        subject_type: 'message',
        subject_id: talk.messages[4]?.id as string,
        reason: 'harassment',
        snapshot: snapshotOf(talk.messages, members),
        created_at: ago(19 * HOUR),
        assigned_to: admin,
        assigned_at: ago(HOUR),
      }),
      report({
        id: advertised,
        reporter_id: hannah?.id ?? watchful.id,
        member_id: polite.id,
        subject_type: 'profile',
        subject_id: polite.id,
        reason: 'spam',
        details: 'Links to a store that sells leashes.',
        snapshot: profileOf(polite),
        created_at: ago(4 * DAY),
      }),
      // Nobody has taken it yet: who sent it can take it back.
      report({
        reporter_id: hannah?.id ?? watchful.id,
        member_id: rude.id,
        subject_type: 'profile',
        subject_id: rude.id,
        reason: 'other',
        snapshot: profileOf(rude),
        created_at: ago(2 * HOUR),
      }),
      report({
        member_id: suspended.id,
        subject_type: 'profile',
        subject_id: suspended.id,
        reason: 'other',
        signal: 'cancellations',
        facts: [random.uuid(), random.uuid(), random.uuid()],
        snapshot: { counted: 3, cancellations: [] },
        created_at: ago(3 * DAY + 2 * HOUR),
        assigned_to: boss,
        assigned_at: ago(3 * DAY + HOUR),
        decided_at: suspension.created_at,
        decision_id: suspension.id,
      }),
      report({
        id: faked,
        reporter_id: hannah?.id ?? watchful.id,
        member_id: warned.id,
        subject_type: 'profile',
        subject_id: warned.id,
        reason: 'fake',
        snapshot: profileOf(warned),
        created_at: ago(5 * DAY + 3 * HOUR),
        assigned_to: admin,
        assigned_at: ago(5 * DAY + HOUR),
        decided_at: warning.created_at,
        decision_id: warning.id,
      }),
      report({
        reporter_id: rude.id,
        member_id: watchful.id,
        subject_type: 'profile',
        subject_id: watchful.id,
        reason: 'other',
        details: 'They gave me two stars.',
        snapshot: profileOf(watchful),
        created_at: ago(8 * DAY + 6 * HOUR),
        assigned_to: admin,
        assigned_at: ago(8 * DAY + HOUR),
        decided_at: dismissal.created_at,
        decision_id: dismissal.id,
      }),
    ],
  };
}

type Five = [PlannedMember, PlannedMember, PlannedMember, PlannedMember, PlannedMember];

/**
 * Five of the newest members without a printed sign-in or a role, and without jobs and claims if
 * possible.
 */
function bystanders({ members, roles }: MembersPlan, { jobs, claims }: JobsPlan): Five {
  const staff = new Set(roles.map(({ user_id }) => user_id));
  const busy = new Set([
    ...jobs.map(({ owner_id }) => owner_id),
    ...claims.map(({ sitter_id }) => sitter_id),
  ]);
  // The last two have blocked each other.
  const others = members.slice(10, -2).filter(({ id }) => !staff.has(id));
  const sorted = [...others].sort(
    (one, other) => Number(busy.has(one.id)) - Number(busy.has(other.id)),
  );
  return sorted.slice(0, 5) as Five;
}

type Talk = Pick<ModerationPlan, 'conversation' | 'messages'>;

function planTalk({
  random,
  rude,
  polite,
  ago,
}: {
  random: Random;
  rude: PlannedMember;
  polite: PlannedMember;
  ago: (time: number) => Date;
}): Talk {
  const id = random.uuid();
  const [participant_1, participant_2] = [rude.id, polite.id].sort() as [string, string];
  return {
    conversation: {
      ...{ id, participant_1, participant_2 },
      created_at: ago(22 * HOUR),
      accepted_at: ago(22 * HOUR),
    },
    messages: SAID.map(([side, content], place) => ({
      id: random.uuid(),
      conversation_id: id,
      sender_id: side === 'sitter' ? rude.id : polite.id,
      client_id: random.uuid(),
      content,
      created_at: ago(22 * HOUR - place * 6 * 60_000),
    })),
  };
}

function snapshotOf(said: ModerationPlan['messages'], members: PlannedMember[]) {
  return {
    messages: said.map(({ id, sender_id, content, created_at }) => ({
      id,
      sender_id,
      sender_name: members.find((one) => one.id === sender_id)?.name ?? '',
      content,
      created_at: (created_at as Date).toISOString(),
    })),
  };
}
