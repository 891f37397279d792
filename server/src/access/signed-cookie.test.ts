import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMember } from '../testing/factories.ts';
import { sendBytes } from '../testing/send-bytes.ts';
import { startTestKindpal, type TestKindpal } from '../testing/test-kindpal.ts';
import { sessionCookie, startTestServer, type TestServer } from '../testing/test-server.ts';
import { findCookie, listCookies } from './signed-cookie.ts';

const KINDS = ['session_token', 'newcomer', 'asker', 'device', 'trusted'];

describe('a cookie of another host of the domain, whose name only resembles one of ours [U7] [U9]', () => {
  it.each(KINDS)('is not taken for that of %s', (kind) => {
    for (const prefix of ['__Host-', '__Secure-']) {
      const name = `${prefix}kindpal.${kind}`;
      const planted = ['\u00a0', '\ufeff', '\v', '\f', '\u2003', 'x', '"', '=']
        .flatMap((before) => [`${before}${name}=planted`, ` ${before} ${name}=planted`])
        .concat(`${name.toUpperCase()}=planted`, `${name}\u00a0=planted`);
      const header = planted.join('; ');
      expect(findCookie(header, name)).toBeUndefined();
      expect(findCookie(`${header};\t ${name}=own; theme=dark`, name)).toBe('own');
    }
  });

  it('does not replace ours, but several of one name are all listed', () => {
    expect(listCookies('a=1;a=2; b=3;  a=', 'a')).toEqual(['1', '2', '']);
    expect(findCookie('', 'a')).toBeUndefined();
  });
});

describe('over HTTP, with the bytes that a browser sends [U7]', () => {
  let kindpal: TestKindpal;
  let server: TestServer;
  beforeAll(async () => {
    kindpal = await startTestKindpal({ settings: { APP_URL: 'https://kindpal.example' } });
    server = await startTestServer(kindpal);
  });
  afterAll(async () => {
    await server.close();
    await kindpal.stop();
  });

  it('the byte A0 before a session cookie’s name signs nobody in', async () => {
    const cookie = sessionCookie(kindpal.services, await createMember(kindpal.services.db));
    expect(cookie).toMatch(/^__Host-/);
    const statusWith = async (cookies: string) => {
      const lines = ['GET /auth/v1/user HTTP/1.1', 'Host: kindpal.example', `Cookie: ${cookies}`];
      const bytes = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
      return (await sendBytes(Number(new URL(server.url).port), bytes)).status;
    };
    for (const planted of [`\u00a0${cookie}`, `theme=dark; \u00a0${cookie}`])
      expect(await statusWith(planted)).toBe(401);
    expect(await statusWith(`theme=dark;\t${cookie}`)).toBe(200);
  });
});
