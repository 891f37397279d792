import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import { openDatabase } from '../server/src/db/client.ts';
import { choosePlace } from '../server/src/db/embedded/choose-place.ts';
import { ownName } from '../server/src/db/embedded/create-cluster.ts';
import { findPostmasterFile } from '../server/src/db/embedded/postmaster-file.ts';
import type { Community } from './community.ts';
import type { Member } from './people.ts';

let counter = 0;

/** A message that no other journey sends, so that a search finds it alone. */
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

/** Lets a request have waited for so many hours, which no journey can: it writes in the database. */
export async function letWait({ dataDir }: Community, { id }: Feedback, hours: number) {
  const { cluster } = await choosePlace(dataDir, () => {});
  const server = findPostmasterFile(cluster);
  if (!server) throw new Error(`no database is running in ${cluster}`);
  const { socketDir, port } = server;
  const password = readFileSync(join(dataDir, 'postgres-password'), 'utf8').trim();
  const host = encodeURIComponent(socketDir || '127.0.0.1');
  const url = `postgresql://${ownName}:${password}@${host}:${port}/${ownName}`;
  const db = openDatabase(url, { size: 1 });
  try {
    await db.pool.query(
      "update feedback set created_at = created_at - $2 * interval '1 hour' where id = $1",
      [id, hours],
    );
  } finally {
    await db.close();
  }
}

/** The card of one request in Feedback Management. */
export function requestWith(page: Page, message: string): Locator {
  return page.getByRole('list', { name: 'Feedback' }).getByRole('listitem').filter({
    hasText: message,
  });
}
