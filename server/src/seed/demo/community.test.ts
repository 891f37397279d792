import { messageContentSchema } from '@kindpal/contract/chat/schema';
import { isInviteCode } from '@kindpal/contract/invite/rules';
import { jobDraftSchema, jobStatusSchema } from '@kindpal/contract/job/schema';
import { profileEditSchema } from '@kindpal/contract/member/schema';
import { SUMMARY_MIN } from '@kindpal/contract/moderation/summary';
import { newPetSchema } from '@kindpal/contract/pet/schema';
import { factsProblem } from '@kindpal/contract/review/rules';
import { reviewDraftSchema } from '@kindpal/contract/review/schema';
import { lettersProblem } from '@kindpal/contract/text/letters';
import { nameProblem } from '@kindpal/contract/text/names';
import { passwordProblems } from '@kindpal/contract/text/password';
import { describe, expect, test } from 'vitest';
import { createRandom } from '../random.ts';
import { atHour } from './demo-time.ts';
import { planChats } from './plan-chats.ts';
import { planConversations } from './plan-conversations.ts';
import { planJobs } from './plan-jobs.ts';
import { planMembers } from './plan-members.ts';
import { planModeration } from './plan-moderation.ts';
import { planPets } from './plan-pets.ts';
import { planReviews } from './plan-reviews.ts';
import { DEMO_PASSWORD } from './seed-demo.ts';

const NOW = new Date('2026-03-08T15:00:00Z');

function plan(now = NOW) {
  const random = createRandom(1);
  const people = planMembers(random, now);
  const { members } = people;
  const work = planJobs({ random, now, members, images: new Map() });
  const chats = planChats(work, { random, now, members });
  const talks = planConversations({ random, now, members });
  const pets = planPets({ random, members, images: new Map() });
  const moderation = planModeration({ random, now, people, plan: work });
  const reviews = planReviews(work, now);
  return { ...people, ...work, chats, talks, pets, reviews, moderation };
}

describe('the demo community', () => {
  test('a second start of the demo has the same people and the same jobs', () => {
    expect(plan()).toEqual(plan());
  });

  test('a visitor of it finds forty members and eighty jobs, some in every state [J9]', () => {
    const { members, jobs } = plan();
    expect(members.length).toBeGreaterThanOrEqual(40);
    expect(jobs.length).toBeGreaterThanOrEqual(80);
    expect(new Set(jobs.map(({ status }) => status))).toEqual(new Set(jobStatusSchema.options));
  });

  test('its members and pets have names that the rules for names allow [R3] [X2]', () => {
    const { members, pets } = plan();
    for (const { first_name, last_name } of members) {
      const name = `${first_name} ${last_name}`;
      expect(nameProblem(name, { label: 'Name', appName: 'Kindpal' }), name).toBeUndefined();
    }
    for (const { name, breed } of pets) {
      expect(lettersProblem(`${name} ${breed}`, 'Pet'), name).toBeUndefined();
    }
  });

  test('its members have reviewed each other as the form allows, mostly both ways [R9]', () => {
    const { reviews } = plan();
    expect(reviews.length).toBeGreaterThan(20);
    expect(reviews.filter(({ rating }) => rating < 4).length).toBeGreaterThan(1);
    for (const review of reviews) {
      const { rating, text, would_repeat, facts, staff_note } = review;
      const typed = reviewDraftSchema.safeParse({ rating, text, would_repeat, facts, staff_note });
      expect(typed.error, text ?? '').toBeUndefined();
      expect(factsProblem(review.side, facts ?? {})).toBe(false);
    }
  });

  test('a visit waits to be confirmed, for hours, whenever the demo is made [J9]', () => {
    for (let hour = 0; hour < 24; hour++) {
      const now = new Date(NOW.getTime() + hour * 3_600_000);
      const { claims } = plan(now);
      const done = claims.filter(({ completed_at, ended_at }) => completed_at && !ended_at);
      expect(done.length).toBeGreaterThan(1);
      for (const { completed_at } of done) {
        const hours = (now.getTime() - Number(completed_at)) / 3_600_000;
        expect(hours).toBeGreaterThan(0);
        expect(hours).toBeLessThan(44);
      }
    }
  });

  test('the guidelines show numbers of the last 12 full months, whenever the demo is made [S4]', () => {
    for (let day = 0; day < 31; day++) {
      const now = new Date(NOW.getTime() + day * 86_400_000);
      const [until, since] = [0, 12].map((months) =>
        Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months),
      );
      const { moderation, members } = plan(now);
      const counted = moderation.decisions.filter(({ created_at }) => {
        const at = Number(created_at);
        return at >= Number(since) && at < Number(until);
      });
      for (const kind of ['dismiss', 'warn']) {
        const { length } = counted.filter((decision) => decision.kind === kind);
        expect(length, `${kind} on ${now}`).toBeGreaterThanOrEqual(SUMMARY_MIN);
      }
      for (const { reporter_id, member_id, created_at } of moderation.reports) {
        expect(reporter_id).not.toBe(member_id);
        for (const id of [reporter_id, member_id].filter(Boolean)) {
          const joined = members.find((member) => member.id === id)?.created_at;
          expect(Number(joined)).toBeLessThan(Number(created_at));
        }
      }
    }
  });

  test('its members could have typed all of it themselves [J2] [M1] [R5] [U2]', () => {
    const { members, jobs, chats, talks, invites, pets } = plan();
    for (const job of jobs) {
      const { pet_name: name, pet_breed: breed, pet_size: size } = job;
      const fields = Object.keys(jobDraftSchema.shape) as (keyof typeof job)[];
      const typed = jobDraftSchema.safeParse({
        ...Object.fromEntries(fields.map((field) => [field, job[field]])),
        start_date: job.start_date.toISOString(),
        end_date: job.end_date.toISOString(),
        pet_details: { name, breed, size },
      });
      expect(typed.error, job.title).toBeUndefined();
    }
    for (const { bio, payment_links, hourly_rate_amount } of members) {
      const profile = profileEditSchema.safeParse({ bio, payment_links, hourly_rate_amount });
      expect(profile.error, bio ?? '').toBeUndefined();
    }
    for (const pet of pets) {
      const fields = Object.keys(newPetSchema.shape).filter((field) => field in pet);
      const typed = fields.map((field) => [field, pet[field as keyof typeof pet]]);
      expect(newPetSchema.safeParse(Object.fromEntries(typed)).error, pet.name).toBeUndefined();
    }
    for (const { content } of [...chats, ...talks.messages])
      expect(messageContentSchema.parse(content)).toBe(content);
    for (const { code } of invites) expect(isInviteCode(code)).toBe(true);
    expect(passwordProblems(DEMO_PASSWORD)).toEqual([]);
  });

  test('nobody sits in two places at once, and nobody talks in the future [J5]', () => {
    const { claims, chats, talks } = plan();
    for (const one of claims) {
      const overlapping = claims.filter(
        (other) =>
          other.sitter_id === one.sitter_id &&
          other.start_date < one.end_date &&
          one.start_date < other.end_date,
      );
      expect(overlapping).toEqual([one]);
    }
    expect([...chats, ...talks.messages].every(({ created_at }) => created_at < NOW)).toBe(true);
  });

  test('a walk at noon starts at noon on both sides of a clock change', () => {
    expect(atHour(NOW, -3, 12).toISOString()).toBe('2026-03-05T17:00:00.000Z');
    expect(atHour(NOW, 3, 12).toISOString()).toBe('2026-03-11T16:00:00.000Z');
  });
});
