import { TERMS_VERSION } from '@kindpal/contract/account/schema';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { refusedCall } from '~/testing/refused-call.ts';
import { signUpOnce } from './sign-up-once.ts';

const typed = {
  email: 'nora@example.com',
  password: 'Walkies-4-all',
  invite_code: 'ABCD-EFGH-JKMN',
  data: { full_name: 'Nora Newcomer', role: 'both' as const },
  accepts_terms: true as const,
  is_adult: true as const,
};
const session = { user: { id: 'nora' }, expires_at: 1, awaits_factor: false };

/** The paths of the calls, in order. */
let called: string[];
/** The body of the last call. */
let sent: unknown;
let answers: Record<string, () => Response>;

beforeEach(() => {
  called = [];
  vi.stubGlobal('window', { location: new URL('https://kindpal.example/join') });
  vi.stubGlobal('fetch', async (request: Request) => {
    const path = new URL(request.url).pathname.split('/').at(-1) ?? '';
    called.push(path);
    sent = await request.json();
    const answer = answers[path];
    if (!answer) throw new TypeError('Failed to fetch');
    return answer();
  });
});
afterEach(() => vi.unstubAllGlobals());

const refusal = (code: string, status: number) => () => refusedCall(code, status);
const INVALID = refusal('INVALID_INVITE', 400);

it('a newcomer accepts the terms that this page knows, not those that the server has by then [U1]', async () => {
  answers = { signup: () => Response.json(session, { status: 201 }) };
  await signUpOnce(typed);
  expect(sent).toMatchObject({ terms_version: TERMS_VERSION });
});

it('a newcomer whose response was lost is signed in by the next press, which finds the invite used [U1]', async () => {
  answers = {};
  await expect(signUpOnce(typed)).rejects.toThrow('Failed to fetch');
  answers = { signup: INVALID, token: () => Response.json(session) };
  expect(await signUpOnce(typed)).toMatchObject({ user: { id: 'nora' } });
  expect(called).toEqual(['signup', 'signup', 'token']);
});

it('a newcomer whose lost attempt created no account reads that the invite is invalid [U1]', async () => {
  answers = {};
  await expect(signUpOnce(typed)).rejects.toThrow('Failed to fetch');
  answers = { signup: INVALID, token: refusal('WRONG_CREDENTIALS', 400) };
  await expect(signUpOnce(typed)).rejects.toMatchObject({ code: 'INVALID_INVITE' });
});

it('a newcomer whose account exists, and waits for a second factor, is not taken for signed in [U1 U7]', async () => {
  answers = {};
  await expect(signUpOnce(typed)).rejects.toThrow('Failed to fetch');
  answers = { signup: INVALID, token: () => Response.json({ ...session, awaits_factor: true }) };
  await expect(signUpOnce(typed)).rejects.toMatchObject({ code: 'INVALID_INVITE' });
  expect(called).toEqual(['signup', 'signup', 'token']);
});

it('a newcomer who is refused for another reason after a lost response reads why [U1]', async () => {
  answers = {};
  await expect(signUpOnce(typed)).rejects.toThrow('Failed to fetch');
  answers = {
    signup: refusal('TOO_MANY_REQUESTS', 429),
    token: () => Response.json(session),
  };
  await expect(signUpOnce(typed)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  expect(called).toEqual(['signup', 'signup']);
});

it('an invalid invite without a lost attempt for this email never signs anybody in [U1]', async () => {
  answers = { signup: INVALID, token: () => Response.json(session) };
  const other = { ...typed, email: 'other@example.com' };
  await expect(signUpOnce(other)).rejects.toMatchObject({ code: 'INVALID_INVITE' });
  expect(called).toEqual(['signup']);
});

it('a newcomer whose browser repeated the request by itself is signed in, if the page had found their invite valid [U1]', async () => {
  answers = { signup: INVALID, token: () => Response.json(session) };
  const nadia = { ...typed, email: 'nadia@example.com' };
  expect(await signUpOnce(nadia, { wasValid: true })).toMatchObject({ user: { id: 'nora' } });
  expect(called).toEqual(['signup', 'token']);
});

it('an invite that somebody else used meanwhile is refused, with one attempt to sign in [U1]', async () => {
  answers = { signup: INVALID, token: refusal('WRONG_CREDENTIALS', 400) };
  const olga = { ...typed, email: 'olga@example.com' };
  for (const _press of [1, 2]) {
    await expect(signUpOnce(olga, { wasValid: true })).rejects.toMatchObject({
      code: 'INVALID_INVITE',
    });
  }
  expect(called).toEqual(['signup', 'token', 'signup']);
});
