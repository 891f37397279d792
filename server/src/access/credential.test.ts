import { createHmac } from 'node:crypto';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { joinKindpal, PASSWORD, TestBrowser } from '../testing/test-browser.ts';
import { startTestKindpal, type TestKindpal } from '../testing/test-kindpal.ts';
import { readCredential } from './credential.ts';
import { isSameOrigin } from './same-origin.ts';

let kindpal: TestKindpal;
beforeAll(async () => {
  kindpal = await startTestKindpal();
});
afterAll(() => kindpal.stop());

function requestWith(headers: Record<string, string>): IncomingMessage {
  const request = new IncomingMessage(new Socket());
  Object.assign(request.headers, headers);
  return request;
}

const read = (headers: Record<string, string>) =>
  readCredential(requestWith(headers), kindpal.services);

const NAME = 'kindpal.session_token';
const sign = (value: string, secret = kindpal.services.secret) =>
  encodeURIComponent(`${value}.${createHmac('sha256', secret).update(value).digest('base64')}`);

test('a signed cookie is accepted, wherever it is among others [U7]', async () => {
  const { browser } = await joinKindpal(kindpal.services);
  const cookie = `${NAME}=${browser.cookies.get(NAME)}`;
  const credential = await read({ cookie: `theme=dark; ${cookie}; x=y` });
  expect(credential?.by).toBe('token');
  expect(await read({ cookie: `a${cookie}` })).toBeNull();
});

test('a cookie that was changed, cut or signed by somebody else is ignored [U7]', async () => {
  const good = sign('token');
  expect(await read({ cookie: `${NAME}=${good}` })).toEqual({ by: 'token', value: 'token' });
  for (const value of [
    sign('token', 'another secret'),
    good.replace('token', 'toker'),
    good.slice(0, -8),
    'token',
    'token.',
    '.x',
    '',
    '%E0%A4%A',
    'x'.repeat(8000),
  ]) {
    expect(await read({ cookie: `${NAME}=${value}` })).toBeNull();
  }
});

test('an access token of ours is accepted, any other is not, and neither falls back to a cookie [U14]', async () => {
  const { email } = await joinKindpal(kindpal.services);
  const client = new TestBrowser(kindpal.services);
  const input = { grant_type: 'password' as const, email, password: PASSWORD, return_tokens: true };
  const { access_token } = await client.send((api) => api.account.token(input));
  const cookie = `${NAME}=${sign('token')}`;
  for (const round of [1, 2]) {
    const credential = await read({ authorization: `Bearer ${access_token}`, cookie });
    expect([round, credential?.by]).toEqual([round, 'session']);
  }
  const [head, body, signature = ''] = String(access_token).split('.');
  const forged = await new SignJWT({ sid: 'x' })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject('x')
    .setExpirationTime('1h')
    .sign(new TextEncoder().encode(kindpal.services.secret));
  const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${body}.`;
  for (const token of [
    forged,
    unsigned,
    `${head}.${body}.${signature.slice(0, -4)}AAAA`,
    `${head}.${Buffer.from('{"sub":"x"}').toString('base64url')}.${signature}`,
    'x',
    '',
  ]) {
    expect(await read({ authorization: `Bearer ${token}`, cookie })).toBeNull();
  }
  expect(await read({ authorization: 'Basic eDp5', cookie })).toBeNull();
});

test('tokens that another node signs with a newer key are accepted [U14]', async () => {
  const { services } = kindpal;
  const { keys: before } = await kindpal.callerFor(null).account.listKeys();
  const other = await startTestKindpal();
  const theirs = await other.services.auth.keys.sign({
    sub: 'x',
    sid: 'y',
    expiresAt: new Date(Date.now() + 60_000),
  });
  expect(await services.auth.keys.findSession(theirs)).toBeNull();
  expect(before).toHaveLength(1);
  await other.stop();
});

test('a page of this site may make changes with its cookie; a page of another may not', () => {
  const env = { appUrl: 'https://kindpal.example' };
  const host = 'localhost:3000';
  const cases: Array<[Record<string, string>, boolean]> = [
    [{ host, 'sec-fetch-site': 'same-origin', origin: 'http://localhost:3000' }, true],
    [{ host, origin: 'http://localhost:3000' }, true],
    [{ host, origin: 'https://kindpal.example' }, true],
    [{ host, origin: 'https://kindpal.example', 'sec-fetch-site': 'same-site' }, true],
    [{ host }, true],
    [{ host, 'sec-fetch-site': 'cross-site' }, false],
    [{ host, 'sec-fetch-site': 'none' }, false],
    [{ host, 'sec-fetch-site': 'cross-site', origin: 'http://localhost:3000' }, false],
    [{ host, origin: 'https://evil.example' }, false],
    [{ host, origin: 'null' }, false],
    [{ host, origin: 'http://localhost:3000.evil.example' }, false],
  ];
  for (const [headers, allowed] of cases) {
    expect([headers, isSameOrigin(requestWith(headers), env)]).toEqual([headers, allowed]);
  }
});
