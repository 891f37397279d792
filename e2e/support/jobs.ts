import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import type { Member, People } from './people.ts';

/** A picture to upload; any will do. */
export const PET_PHOTO = join(import.meta.dirname, '../../web/public/icon-512.png');
const TIME_ZONE = 'America/New_York';
const MINUTE = 60_000;

/** The local time some minutes from now, 'yyyy-MM-ddTHH:mm'. */
function wallClock(minutesFromNow: number): string {
  return new Intl.DateTimeFormat('sv-SE', {
    timeZone: TIME_ZONE,
    dateStyle: 'short',
    timeStyle: 'short',
  })
    .format(Date.now() + minutesFromNow * MINUTE)
    .replace(' ', 'T');
}

export const minutesAhead = (minutes: number) =>
  new Date(Date.now() + minutes * MINUTE).toISOString();

let counter = 0;

/** A title that no other job in this run has. */
export function freshTitle(about: string): string {
  counter += 1;
  return `${about} ${process.pid}-${counter}`;
}

export type Job = { id: string; title: string };

/**
 * Posts a job through the API. Each is a minute apart, so that one sitter may hold several, and
 * all are soon enough to be started.
 */
export async function postJob(owner: Member, changes: Record<string, unknown> = {}): Promise<Job> {
  counter += 1;
  const answer = await owner.api.post('/rest/v1/jobs', {
    data: {
      title: `Weekend with Biscuit ${process.pid}-${counter}`,
      description: 'Two walks a day, and company in the evening.',
      location: 'Old Town, Maine',
      address: '12 Acorn Lane',
      job_type: 'pet_sitting',
      start_date: minutesAhead(30 + (counter % 80)),
      end_date: minutesAhead(600 + (counter % 80)),
      time_zone: TIME_ZONE,
      total_amount: 80,
      pet_details: { name: 'Biscuit', breed: 'Beagle', size: 'small' },
      ...changes,
    },
  });
  expect(answer.status(), await answer.text()).toBe(201);
  return answer.json();
}

/** Performs an action of the state graph on a job through the API. */
export async function moveJob(
  who: Member,
  job_id: string,
  action: string,
  reason?: string,
): Promise<void> {
  const answer = await who.api.post('/rest/v1/rpc/move_job', { data: { job_id, action, reason } });
  expect(answer.status(), await answer.text()).toBe(200);
}

/** Claims a job through the API. */
export async function claimJob(sitter: Member, job: Job): Promise<void> {
  const answer = await sitter.api.post('/rest/v1/job_claims', { data: { job_id: job.id } });
  expect(answer.status(), await answer.text()).toBe(201);
}

/** A new owner's job that a new sitter has claimed. */
export async function bookJob(
  people: People,
): Promise<{ owner: Member; sitter: Member; job: Job }> {
  const owner = await people.join('Olive Owner', 'pet_owner');
  const sitter = await people.join('Sam Sitter', 'pet_sitter');
  const job = await postJob(owner);
  await claimJob(sitter, job);
  return { owner, sitter, job };
}

/** The next half hour at least this many minutes away: the day and the time for the form. */
export function halfHour(minutesFromNow: number): { day: string; time: string } {
  const away = Math.ceil((Date.now() / MINUTE + minutesFromNow) / 30) * 30;
  const [day = '', time = ''] = wallClock(away - Date.now() / MINUTE).split('T');
  return { day, time };
}

/** Selects several days with their times. */
async function fillWhen(page: Page, from: number, until: number): Promise<void> {
  const start = halfHour(from);
  const end = halfHour(until);
  await page.getByText('Several days', { exact: true }).click();
  await page.getByLabel('First day').fill(start.day);
  await page.getByLabel('Start').selectOption(start.time);
  await page.getByLabel('Last day').fill(end.day);
  await page.getByLabel('End').selectOption(end.time);
}

/** Fills in the form of a new job, except for the picture. */
export async function fillJobForm(page: Page, title: string): Promise<void> {
  await page.getByLabel('Title').click();
  const another = page.getByText('Another pet', { exact: true });
  if (await another.isVisible()) await another.click();
  await page.getByLabel('Pet name').fill('Biscuit');
  await page.getByLabel('Breed').fill('Beagle');
  await page.getByLabel('Pet size').selectOption('Small (0-25 lbs)');
  await page.getByText('Pet sitting', { exact: true }).click();
  await page.getByLabel('Title').fill(title);
  await page.getByLabel('Description').fill('Two walks a day, and company in the evening.');
  await fillWhen(page, 45, 600);
  await page.getByLabel('Location').fill('old twn');
  await page.getByRole('option', { name: 'Old Town, Maine' }).click();
  await page.getByLabel('Address').fill('12 Acorn Lane');
  await page.getByLabel('Total amount').fill('80');
}

/** The next Saturday after today, in the journeys' time zone. */
export function nextSaturday(): { date: string; label: string } {
  const today = new Date(Date.now() - 5 * 3_600_000);
  const ahead = (6 - today.getUTCDay() + 7) % 7 || 7;
  const date = new Date(today.getTime() + ahead * 86_400_000);
  const label = ahead === 1 ? 'Tomorrow' : `Sat ${date.getUTCDate()}`;
  return { date: date.toISOString().slice(0, 10), label };
}
