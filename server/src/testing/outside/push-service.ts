import { createDecipheriv, createECDH, createHmac, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { importJWK, jwtVerify } from 'jose';
import { answerWith } from './answer-with.ts';

/** A message shown on a device. */
export type Shown = { id: string; title: string; body: string; href: string };

/** A browser as its push service knows it: the endpoint, and the keys to read messages. */
export type TestBrowserPush = {
  subscription: { endpoint: string; keys: { p256dh: string; auth: string } };
  shown: Shown[];
  headers: IncomingHttpHeaders[];
  /** The service's responses from now on; null means no response. */
  answer: number | null;
};

/** A local push service, which verifies the sender (RFC 8292) and decrypts like the browser. */
export async function startPushService(publicKey: () => Promise<string>) {
  const browsers = new Map<string, TestBrowserPush & { read(body: Buffer): Shown }>();
  let asked = 0;
  const server = createServer(
    answerWith(async (request, response) => {
      asked += 1;
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const browser = browsers.get(request.url ?? '');
      if (!browser) return response.writeHead(404).end();
      if (browser.answer === null) return;
      try {
        await checkSender(`${request.headers.authorization}`, {
          origin: `http://${request.headers.host}`,
          publicKey: await publicKey(),
        });
        if (browser.answer === 201) browser.shown.push(browser.read(Buffer.concat(chunks)));
        browser.headers.push(request.headers);
        response.writeHead(browser.answer, { location: '/elsewhere' }).end('x'.repeat(100_000));
      } catch (error) {
        response.writeHead(400).end(String(error));
      }
    }),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    /** How many messages came, whatever the response. */
    asked: () => asked,
    openBrowser(): TestBrowserPush {
      const path = `/device/${randomBytes(8).toString('hex')}`;
      const browser = makeBrowser(`${origin}${path}`);
      browsers.set(path, browser);
      return browser;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

type Expected = { origin: string; publicKey: string };

/** The sender signs for this service, for a day at most, with the key that browsers were given. */
async function checkSender(authorization: string, { origin, publicKey }: Expected): Promise<void> {
  const { t, k } = Object.fromEntries(
    [...authorization.matchAll(/([tk])=([\w.-]+)/g)].map(([, name, value]) => [name, value]),
  );
  if (!authorization.startsWith('vapid ') || k !== publicKey) throw new Error('another key');
  const point = Buffer.from(publicKey, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((n) => n.toString('base64url'));
  const key = await importJWK({ kty: 'EC', crv: 'P-256', x: `${x}`, y: `${y}` }, 'ES256');
  const { payload } = await jwtVerify(`${t}`, key, { audience: origin, algorithms: ['ES256'] });
  if (!/^(mailto:|https:)/.test(`${payload.sub}`)) throw new Error('no contact');
  if (!payload.exp || payload.exp - Date.now() / 1000 > 24 * 3600) throw new Error('too long');
}

function makeBrowser(endpoint: string) {
  const own = createECDH('prime256v1');
  const p256dh = own.generateKeys();
  const auth = randomBytes(16);
  /** RFC 8291, section 4, for the single record of RFC 8188. */
  function read(body: Buffer): Shown {
    const salt = body.subarray(0, 16);
    const sender = body.subarray(21, 21 + body.readUInt8(20));
    const record = body.subarray(21 + sender.length);
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), p256dh, sender]);
    const secret = expand(extract(auth, own.computeSecret(sender)), info, 32);
    const prk = extract(salt, secret);
    const key = expand(prk, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
    const nonce = expand(prk, Buffer.from('Content-Encoding: nonce\0'), 12);
    const decipher = createDecipheriv('aes-128-gcm', key, nonce);
    decipher.setAuthTag(record.subarray(-16));
    const text = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
    return JSON.parse(text.subarray(0, text.lastIndexOf(2)).toString()) as Shown;
  }
  return {
    subscription: {
      endpoint,
      keys: { p256dh: p256dh.toString('base64url'), auth: auth.toString('base64url') },
    },
    shown: [] as Shown[],
    headers: [] as IncomingHttpHeaders[],
    answer: 201 as number | null,
    read,
  };
}

const extract = (salt: Buffer, key: Buffer) => createHmac('sha256', salt).update(key).digest();
const expand = (prk: Buffer, info: Buffer, length: number) =>
  createHmac('sha256', prk).update(info).update(Buffer.of(1)).digest().subarray(0, length);
