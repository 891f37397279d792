import { passwordProblems, RESET_PASSWORD_MIN } from '@kindpal/contract/text/password';
import { refusal } from '../../transport/refusal.ts';

/** Characters that people use instead of letters, as in `P@ssw0rd`. */
const LOOKALIKES: Record<string, string> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
};

/** The rest of a password counts as a word from this length on; a shorter match is chance. */
const WORD_MIN = 4;

let common: Promise<Set<string>> | undefined;

/** The list takes 4 MB, so it is loaded when the first password is set. */
function loadCommon(): Promise<Set<string>> {
  common ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common']),
  );
  return common;
}

/**
 * The common passwords that this one may be based on: as typed, without signs, without endings
 * added to satisfy a policy, and with letters for look-alike characters.
 */
function guessesFor(password: string): string[] {
  const typed = lowered(password);
  const stems = [typed, typed.replace(/[^\p{L}]+$/u, ''), typed.replace(/[^\p{L}\d]+$/u, '')];
  const read = [...stems, typed.replace(/[\d\W_]{1,4}$/u, '')].map(readLookalikes);
  const all = [...stems, ...read];
  return [...all, ...all.map(withoutSigns)];
}

const lowered = (text: string) => text.normalize('NFKC').toLowerCase();
const readLookalikes = (text: string) =>
  text.replace(/[^\p{L}]/gu, (sign) => LOOKALIKES[sign] ?? sign);
const withoutSigns = (text: string) => text.replace(/[^\p{L}\d]/gu, '');

/** This many characters beside one's own address do not make it a password. */
const AFFIX_MAX = 4;

/**
 * Whether a password contains the member's own address, or is that address or the part before its @
 * with little added: anywhere, whatever the part ends in, typed without its signs, with others or
 * with look-alike characters.
 */
export function isOwnAddress(password: string, email: string): boolean {
  const typed = lowered(password);
  const address = email.toLowerCase();
  if (typed.includes(address)) return true;
  const names = [address, localPartOf(address), personOf(address)].flatMap(spellingsOf);
  return spellingsOf(typed).some((text) =>
    names.some((name) => name !== '' && addsLittle(text, name)),
  );
}

const localPartOf = (address: string) => address.replace(/@.*/, '');
const personOf = (address: string) => localPartOf(address).replace(/\+.*/, '');
const spellingsOf = (text: string) =>
  [text, readLookalikes(text)].flatMap((spelling) => [spelling, withoutSigns(spelling)]);

/** Whether a text is a name and a few characters, or only digits and signs, around it. */
function addsLittle(text: string, name: string): boolean {
  const [before, ...after] = text.split(name);
  if (after.length === 0) return false;
  const added = `${before}${after.join(name)}`;
  const isShort = name.length >= WORD_MIN && added.length <= AFFIX_MAX;
  return isShort || !/\p{L}/u.test(added);
}

/**
 * The passwords that somebody with this address as a password most likely has: as it is, or with
 * the capitals, digit and sign that the rules ask for; and the same of the part before its @. Only
 * four, because each is compared with a hash, which takes some 20 ms.
 */
export function addressPasswords(address: string): string[] {
  const capitalized = address.replace(/(?<![\p{L}\d])\p{L}(?!\p{L}*$)/gu, (first) =>
    first.toUpperCase(),
  );
  return [...new Set([address, ...[address, capitalized, personOf(address)].map(completed)])];
}

/** With what the rules for passwords require, where people usually add it. */
function completed(text: string): string {
  const capital = text.replace(/\p{L}/u, (first) => first.toUpperCase());
  const digit = /\d/.test(text) ? '' : '1';
  return `${capital}${digit}${withoutSigns(text) === text ? '!' : ''}`;
}

/** Throws INVALID_INPUT with every rule that a new password breaks, beside its field. [U2] [U5] */
export function requireWellFormedPassword(password: string): void {
  const messages =
    password.length < RESET_PASSWORD_MIN
      ? [`Password must be at least ${RESET_PASSWORD_MIN} characters long.`]
      : passwordProblems(password);
  if (messages.length > 0) throw refused(messages);
}

/**
 * Throws INVALID_INPUT for a password that attackers try first: a very common one, or the
 * member's own address. [U2] [U5]
 */
export async function requireUncommonPassword(
  password: string,
  ...addresses: string[]
): Promise<void> {
  if (addresses.some((address) => isOwnAddress(password, address)))
    throw refused(['Password must not be your email address']);
  const guesses = guessesFor(password);
  const known = await loadCommon();
  if (guesses.some((guess) => guess.length >= WORD_MIN && known.has(guess))) {
    throw refused(['This password is one of the most common ones. Please choose another']);
  }
}

/** The error for a new password that equals the current one. [U5] [U8] */
export function refuseSamePassword() {
  return refused(['Please choose a password other than your current one']);
}

function refused(messages: string[]) {
  return refusal('INVALID_INPUT', {
    fields: messages.map((message) => ({ path: 'password', message })),
  });
}
