import { describe, expect, it } from 'vitest';
import { JOB_ACTIONS } from './actions.ts';
import {
  CONFIRM_AFTER_MS,
  canActOnJob,
  JOB_GRAPH,
  type JobFacts,
  type JobRelation,
  jobTypeLabel,
  leadsTo,
  listLabel,
  matchingJobTypes,
  outcomeOf,
  petSizeText,
  relationOfMember,
  statusLabel,
  weekOf,
} from './rules.ts';
import { jobDraftSchema, jobStatusSchema } from './schema.ts';

const HOUR = 3_600_000;
const start = Date.parse('2030-05-04T09:00:00Z');
const end = start + 8 * HOUR;
const facts = (given: Partial<JobFacts> = {}): JobFacts => ({
  status: 'open',
  start,
  end,
  started_at: null,
  completed_at: null,
  confirmed_at: null,
  taken_down: false,
  ...given,
});
const can = (
  action: (typeof JOB_ACTIONS)[number],
  relation: JobRelation,
  job: JobFacts,
  now = start - 24 * HOUR,
) => canActOnJob(action, { job, relation, now });

describe('the state graph of a job [J9]', () => {
  it('reaches every state from open', () => {
    const reached = new Set(['open']);
    for (let size = 0; size !== reached.size; ) {
      size = reached.size;
      for (const { from, to } of Object.values(JOB_GRAPH)) {
        if (from.some((status) => reached.has(status))) reached.add(to);
      }
    }
    expect([...reached].sort()).toEqual([...jobStatusSchema.options].sort());
  });

  it('lets exactly these do each thing, at some time and in some state', () => {
    const relations: JobRelation[] = ['owner', 'claimant', 'sitter', 'staff', 'system', 'other'];
    const jobs = jobStatusSchema.options.flatMap((status) => [
      facts({ status }),
      facts({ status, started_at: start, completed_at: end }),
    ]);
    const times = [start - 24 * HOUR, start, end, end + 24 * HOUR];
    const able = (action: (typeof JOB_ACTIONS)[number]) =>
      relations.filter((relation) =>
        jobs.some((job) => times.some((now) => can(action, relation, job, now))),
      );
    expect(Object.fromEntries(JOB_ACTIONS.map((action) => [action, able(action)]))).toEqual({
      claim: ['sitter'],
      release: ['owner', 'claimant', 'system'],
      report_no_show: ['owner'],
      start: ['claimant'],
      complete: ['claimant'],
      confirm: ['owner', 'system'],
      dispute: ['owner'],
      cancel: ['owner'],
      reopen: ['owner'],
      undo_start: ['claimant'],
      undo_complete: ['claimant'],
      expire: ['system'],
      take_down: ['staff'],
      end_claim: ['staff'],
    });
  });

  it('lets any other sitter claim until the job has ended, and nobody else', () => {
    expect(can('claim', 'sitter', facts())).toBe(true);
    expect(can('claim', 'sitter', facts(), end - 1)).toBe(true);
    expect(can('claim', 'sitter', facts(), end)).toBe(false);
    expect(can('claim', 'owner', facts())).toBe(false);
    expect(can('claim', 'other', facts())).toBe(false);
    expect(can('claim', 'sitter', facts({ status: 'claimed' }))).toBe(false);
  });

  it('lets the sitter start from two hours before', () => {
    const job = facts({ status: 'claimed' });
    expect(can('start', 'claimant', job, start - 2 * HOUR - 1)).toBe(false);
    expect(can('start', 'claimant', job, start - 2 * HOUR)).toBe(true);
    expect(can('start', 'owner', job, start)).toBe(false);
  });

  it('lets owner and sitter release what is claimed, and the owner report a no-show after the start', () => {
    const job = facts({ status: 'claimed' });
    expect(can('release', 'owner', job)).toBe(true);
    expect(can('release', 'claimant', job)).toBe(true);
    expect(can('release', 'sitter', job)).toBe(false);
    expect(can('report_no_show', 'owner', job, start - 1)).toBe(false);
    expect(can('report_no_show', 'owner', job, start)).toBe(true);
    expect(can('report_no_show', 'claimant', job, start)).toBe(false);
  });

  it('lets a sitter take a start or a completion back for half a minute, and nobody else [J9]', () => {
    const started = facts({ status: 'in_progress', started_at: start });
    expect(can('undo_start', 'claimant', started, start + 29_999)).toBe(true);
    expect(can('undo_start', 'claimant', started, start + 30_000)).toBe(false);
    expect(can('undo_start', 'owner', started, start)).toBe(false);
    const done = facts({ status: 'completed', started_at: start, completed_at: end });
    expect(can('undo_complete', 'claimant', done, end + 29_999)).toBe(true);
    expect(can('undo_complete', 'claimant', done, end + 30_000)).toBe(false);
    const confirmed = { ...done, confirmed_at: end };
    expect(can('undo_complete', 'claimant', confirmed, end)).toBe(false);
  });

  it('asks the owner about a completion once: confirmed, or disputed', () => {
    const done = facts({ status: 'completed', completed_at: end });
    expect(can('confirm', 'owner', done)).toBe(true);
    expect(can('dispute', 'owner', done)).toBe(true);
    expect(can('confirm', 'claimant', done)).toBe(false);
    const confirmed = { ...done, confirmed_at: end + HOUR };
    expect(can('confirm', 'owner', confirmed)).toBe(false);
    expect(can('dispute', 'owner', confirmed)).toBe(false);
    expect(CONFIRM_AFTER_MS).toBe(48 * HOUR);
  });

  it('leaves expiry to the clock', () => {
    expect(can('expire', 'system', facts(), end)).toBe(true);
    expect(can('expire', 'system', facts(), end - 1)).toBe(false);
    expect(can('expire', 'owner', facts(), end)).toBe(false);
  });

  it('expires what is released or reported after its end instead of opening it again', () => {
    for (const action of ['release', 'report_no_show'] as const) {
      expect(outcomeOf(action, facts(), end - 1)).toEqual({ status: 'open', cancel_code: null });
      expect(outcomeOf(action, facts(), end)).toEqual({
        status: 'cancelled',
        cancel_code: 'expired',
      });
    }
  });

  it('gives every cancellation a code of its own, and nothing else', () => {
    const codes = JOB_ACTIONS.map((action) => [action, outcomeOf(action, facts(), start)] as const);
    expect(codes.filter(([, { status }]) => status === 'cancelled')).toEqual([
      ['cancel', { status: 'cancelled', cancel_code: 'by_owner' }],
      ['expire', { status: 'cancelled', cancel_code: 'expired' }],
      ['take_down', { status: 'cancelled', cancel_code: 'taken_down' }],
    ]);
    for (const [, { status, cancel_code }] of codes) {
      expect(cancel_code !== null).toBe(status === 'cancelled');
    }
  });

  it('lets the owner open a cancelled job again while it has not started', () => {
    expect(can('reopen', 'owner', facts({ status: 'cancelled' }), start - 1)).toBe(true);
    expect(can('reopen', 'owner', facts({ status: 'cancelled' }), start)).toBe(false);
  });

  it('lets staff, but never members, take down any job that is not over, permanently', () => {
    for (const status of ['open', 'claimed', 'in_progress'] as const) {
      expect(can('take_down', 'staff', facts({ status }))).toBe(true);
      for (const relation of ['owner', 'claimant', 'sitter', 'other', 'system'] as const) {
        expect(can('take_down', relation, facts({ status }))).toBe(false);
      }
    }
    for (const status of ['completed', 'cancelled'] as const) {
      expect(can('take_down', 'staff', facts({ status }))).toBe(false);
    }
    const takenDown = facts({ status: 'cancelled', taken_down: true });
    for (const action of JOB_ACTIONS) expect(can(action, 'owner', takenDown)).toBe(false);
  });

  it('lets staff end what two members have together: open again before it began, canceled in the middle [J9]', () => {
    const before = facts({ status: 'claimed' });
    const during = facts({ status: 'in_progress', started_at: start });
    for (const job of [before, during]) {
      expect(can('end_claim', 'staff', job)).toBe(true);
      for (const relation of ['owner', 'claimant', 'sitter', 'other', 'system'] as const) {
        expect(can('end_claim', relation, job)).toBe(false);
      }
    }
    expect(outcomeOf('end_claim', before, start)).toEqual({ status: 'open', cancel_code: null });
    expect(outcomeOf('end_claim', before, end).cancel_code).toBe('expired');
    expect(outcomeOf('end_claim', during, start)).toEqual({
      ...{ status: 'cancelled', cancel_code: 'by_staff' },
    });
    expect(leadsTo('end_claim', 'claimed').endsClaim).toBe('released');
    expect(leadsTo('end_claim', 'in_progress').endsClaim).toBe('cancelled');
    for (const status of ['open', 'completed', 'cancelled'] as const) {
      expect(can('end_claim', 'staff', facts({ status }))).toBe(false);
    }
  });

  it('offers a stranger nothing, whatever the state', () => {
    for (const status of jobStatusSchema.options)
      for (const action of JOB_ACTIONS) expect(can(action, 'other', facts({ status }))).toBe(false);
  });
});

describe('the text of a job [J1]', () => {
  it('is Available while open, else Claimed', () => {
    expect(jobStatusSchema.options.map(listLabel)).toEqual([
      'Available',
      'Claimed',
      'Claimed',
      'Claimed',
      'Claimed',
    ]);
  });

  it('is To confirm while a completed job waits for its owner [J9]', () => {
    const status = 'completed';
    expect(statusLabel({ status, claim: { confirmed_at: null } })).toBe('To confirm');
    expect(statusLabel({ status, claim: { confirmed_at: '2030-05-04T18:00:00Z' } })).toBe(
      'Completed',
    );
    expect(statusLabel({ status, claim: null })).toBe('Completed');
    expect(statusLabel({ status: 'in_progress', claim: { confirmed_at: null } })).toBe(
      'In progress',
    );
  });

  it('shows underscores as spaces', () => {
    expect(jobTypeLabel('pet_sitting')).toBe('pet sitting');
    expect(jobTypeLabel('dog_walking')).toBe('dog walking');
  });

  it('is found by the filter of its type, or by both', () => {
    expect(matchingJobTypes('pet_sitting')).toEqual(['pet_sitting', 'both']);
    expect(matchingJobTypes('both')).toEqual(['both']);
  });

  it('tells visitors no more than the week', () => {
    expect(weekOf(new Date('2030-05-04T23:00:00Z'))).toBe('2030-04-29');
    expect(weekOf(new Date('2030-04-29T00:00:00Z'))).toBe('2030-04-29');
    expect(weekOf(new Date('2030-05-05T12:00:00Z'))).toBe('2030-04-29');
  });

  it('counts only members who sit as sitters', () => {
    expect(relationOfMember('pet_owner')).toBe('other');
    expect(relationOfMember('pet_sitter')).toBe('sitter');
    expect(relationOfMember('both')).toBe('sitter');
  });
});

describe('the job form [J2]', () => {
  const form = {
    title: 'Walk Rex',
    description: 'Around the lake.',
    location: 'Maplewood',
    job_type: 'dog_walking',
    start_date: '2030-05-04T09:00:00-04:00',
    end_date: '2030-05-04T10:00:00-04:00',
    time_zone: 'America/New_York',
    total_amount: 20.5,
    pet_details: { name: 'Rex', size: 'large' },
  };
  const problemsOf = (given: Record<string, unknown>) =>
    jobDraftSchema
      .safeParse({ ...form, ...given })
      .error?.issues.map((issue) => issue.path.join('.'));

  it('passes when it is right', () => {
    expect(problemsOf({})).toBeUndefined();
    expect(problemsOf({ total_amount: 0 })).toBeUndefined();
  });

  it.each([
    ['total_amount', -1],
    ['total_amount', Number.NaN],
    ['total_amount', Number.POSITIVE_INFINITY],
    ['total_amount', 1.005],
    ['total_amount', 1_000_001],
    ['total_amount', '20'],
    ['hourly_rate', -0.01],
    ['start_date', '2030-02-30T09:00:00Z'],
    ['start_date', 'tomorrow'],
    ['end_date', '2030-05-04T09:00:00-04:00'],
    ['end_date', '2030-05-04T13:00:00+00:00'],
    ['time_zone', 'Mars/Olympus'],
    ['time_zone', ''],
    ['title', 'x'.repeat(101)],
    ['description', 'x'.repeat(1001)],
    ['special_instructions', 'x'.repeat(501)],
    ['title', ''],
    ['location', '  '],
    ['location', undefined],
    ['place_id', '5100854'],
    ['address', 'x'.repeat(201)],
    ['job_type', 'cat_herding'],
  ])('objects to %s being %j', (field, value) => {
    expect(problemsOf({ [field]: value })).toContain(field);
  });
});

it('a size of a pet has its unit where it is shown alone [J2]', () => {
  expect((['small', 'large', 'extra_large'] as const).map(petSizeText)).toEqual([
    'Small (0-25 lbs)',
    'Large (61-100 lbs)',
    'Extra Large (100+ lbs)',
  ]);
});
