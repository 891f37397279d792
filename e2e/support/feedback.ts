import { expect, type Locator, type Page } from '@playwright/test';
import type { Community } from './community.ts';
import { runInDatabase } from './database.ts';
import type { Member } from './people.ts';

let counter = 0;

/** A message that no other journey sends, so that a search finds only this one. */
export function freshMessage(about: string): string {
  counter += 1;
  return `${about} (${process.pid}-${counter})`;
}

export type Feedback = { id: string; message: string };

/** Sends a message through the API. */
export async function sendFeedback(member: Member, about: string): Promise<Feedback> {
  const message = freshMessage(about);
  const answer = await member.api.post('/rest/v1/feedback', { data: { message } });
  expect(answer.status(), await answer.text()).toBe(201);
  return { id: (await answer.json()).id, message };
}

/** Makes a request older by some hours, directly in the database. */
export async function letWait(community: Community, { id }: Feedback, hours: number) {
  await runInDatabase(
    community,
    "update feedback set created_at = created_at - $2 * interval '1 hour' where id = $1",
    [id, hours],
  );
}

/** The card of one request in Feedback Management. */
export function requestWith(page: Page, message: string): Locator {
  return page.getByRole('list', { name: 'Feedback' }).getByRole('listitem').filter({
    hasText: message,
  });
}
