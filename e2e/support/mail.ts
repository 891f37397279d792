import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { Community } from './community.ts';

export type KeptMail = { to: string; subject: string; text: string; html: string };

async function findMail(folder: string, to: string, about: RegExp): Promise<KeptMail | undefined> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names
    .filter((one) => one.endsWith('.json'))
    .sort()
    .reverse()) {
    const mail = JSON.parse(await readFile(join(folder, name), 'utf8')) as KeptMail;
    if (mail.to === to && about.test(mail.subject)) return mail;
  }
  return undefined;
}

/** The newest email to this address with this subject; waits for it. */
export async function receiveMail(
  { dataDir }: Community,
  { to, about }: { to: string; about: RegExp },
): Promise<KeptMail> {
  let mail: KeptMail | undefined;
  await expect(async () => {
    mail = await findMail(join(dataDir, 'mail'), to, about);
    expect(mail, `an email to ${to} about ${about}`).toBeDefined();
  }).toPass();
  return mail as KeptMail;
}

/** The path of the first of our links in a mail's text, to open in the journey's browser. */
export function linkIn({ text }: KeptMail): string {
  const [link = ''] = /https?:\/\/\S+/.exec(text) ?? [];
  const { pathname, search, hash } = new URL(link);
  return `${pathname}${search}${hash}`;
}
