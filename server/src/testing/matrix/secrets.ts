import { loadSamples } from '../load-samples.ts';
import { MEMBERS, type Person, phoneOf } from './people.ts';
import { DEMANDING_DAY, type Scene } from './scene.ts';

/** Secrets of `scene.ts`, by words that reveal them anywhere in a response. */
const WORDS: Record<string, string> = {
  'the address of the job': '7 Hidden Lane',
  'the description': 'Words of the description',
  'the special instructions': 'Key under the third pot',
  'the instructions of a held job': 'Words of the held job',
  "the pet's health": 'Insulin at eight',
  "the pet's instructions": 'Brush the pet daily',
  'the emergency contact': 'Doctor Hideaway',
  'the emergency phone': '+1 555 911 0000',
  "the former sitter's thread": 'Words to the former sitter',
  "the claimant's thread": 'Words to the claimant',
  'the request to write': 'Words of the request to write',
  'the direct messages': 'Words between two members',
  'the note of the release': 'Note of the release',
  'the reason of the cancellation': 'Words of the cancellation',
  "the former sitter's reason": 'Words of giving back',
  'the reason told to the claimant': 'Words to who lost the job',
  'the reason of the staff': 'Words of the staff',
  'the request for a code': 'Words of the request for a code',
  'why a code was granted': 'Words of the grant',
  'why a code was refused': 'Words of the refused request',
  'an absence': '2099-01-01',
  'the waiting review': 'Words of the waiting review',
  'the note of the waiting review': 'Words of the waiting note',
  'the hidden review': 'Words of the hidden review',
  'why the review is hidden': 'Words of who hid the review',
  'the note to staff': 'Words for the staff alone',
  'where the owner is told': 'of-the-owner',
  'the key of their browser': 'Words-of-the-browser',
  'the secret of a factor': 'Sealed secret of a factor',
  "the name of the owner's factor": 'Phone of the owner',
  "the name of the owner's passkey": 'Laptop of the owner',
  "the owner's address at a provider": 'elsewhere-the-same',
};

/** The same for decisions and reports, which the matrix names after those of the features. */
const DECISIONS: Record<string, string> = {
  'the warning': 'Words of the warning',
  'the note about the warning': 'Words about the warning',
  'the removal': 'Words of the removal',
  'what was removed': 'Words that were removed',
  'the refused appeal': 'Words of the refused appeal',
  'the answer to the appeal': 'Words of the answer to the appeal',
  'the report': 'Words of the report',
  'the copy of what was reported': 'Words of the copy',
  'the report that can be withdrawn': 'Words that can be withdrawn',
  'the report of a sitter': 'Words about the reported sitter',
  'the copy of the reported sitter': 'Copy of the reported sitter',
  'the question about a report': 'Words of the question',
  'the settled report': 'Words that were settled',
  'the question to the past sitter': 'Words to the past sitter',
  'the answer of the past sitter': 'Answer of the past sitter',
  'why a chat is read': 'Words of who wants to read',
  'the note about the ban': 'Words about the banned member',
};

/** The day of the job with requirements, as answers, calendars and notifications write it. */
const DEMANDING_DAYS = [DEMANDING_DAY, DEMANDING_DAY.replaceAll('-', ''), 'Oct 16'];

/**
 * The private texts of a feature's rows, which its `fillScene` wrote, by the name that the matrix
 * gives them.
 */
export type Secrets<Own = unknown> = (scene: Scene & Own) => Record<string, string>;

const samples = await loadSamples<{ secrets: Secrets }>();

/**
 * The secrets of the scene that a response reveals, in words; the person's own are marked as
 * their own.
 */
export function secretsIn(text: string, { scene, who }: { scene: Scene; who: Person }): string[] {
  const words = Object.assign(
    {},
    WORDS,
    ...samples.map(({ secrets }) => secrets?.(scene)),
    DECISIONS,
  );
  const told = Object.entries<string>(words).flatMap(([name, words]) =>
    text.includes(words) ? [name] : [],
  );
  for (const member of MEMBERS) {
    const whose = member === who ? 'their own' : `the ${member}'s`;
    if (text.includes(scene[member].email)) told.push(`${whose} email`);
    if (text.includes(`Blue door of the ${member}`)) told.push(`${whose} address`);
    if (text.includes(`paypal.me/${member}`)) told.push(`${whose} payment link`);
    if (text.includes(`"$${member}"`)) told.push(`${whose} payment handle`);
    if (text.includes(`The whole copy of the ${member}`)) told.push(`${whose} copy of their data`);
    if (text.includes(phoneOf(member))) told.push(`${whose} phone`);
    if (text.includes(scene[member].credential.value)) told.push(`${whose} session token`);
  }
  if (DEMANDING_DAYS.some((day) => text.includes(day)))
    told.push('the day of the job with requirements');
  if (scene.times.some((time) => tellsTime(text, time))) told.push('the times of a claimed job');
  if (text.includes(scene.code)) told.push("the owner's invite code");
  return told;
}

/** Whether a text contains a time to the second, also as calendars write it. */
function tellsTime(text: string, time: Date): boolean {
  const second = time.toISOString().slice(0, 19);
  return text.includes(second) || text.includes(second.replace(/[-:]/g, ''));
}
