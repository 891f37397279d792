import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { fetchCalendar } from '../../notification/calendar/fetch-calendar.ts';
import { startNameServer } from './name-server.ts';

/**
 * Two hosts with certificates, one public and one in a private network, and the requests that the
 * product makes to them in production; `calendar-redirect.test.ts` provides the network.
 */
const [keyFile = '', certificateFile = ''] = process.argv.slice(2);
const tls = { key: readFileSync(keyFile), cert: readFileSync(certificateFile) };
const PUBLIC = '93.184.216.34';
const PRIVATE = '10.9.8.7';
const REDIRECTS: Record<string, string> = {
  '/to-itself': 'https://calendar.example.org/file',
  '/to-a-name': 'https://inside.example.org/',
  '/to-an-address': `https://${PRIVATE}/`,
  '/by-a-detour': 'https://calendar.example.org/to-a-name',
};

const ADDRESSES: Record<string, string> = {
  'calendar.example.org': PUBLIC,
  'inside.example.org': PRIVATE,
};

const names = await startNameServer(
  (name, family) => (family === 4 && ADDRESSES[name] ? [ADDRESSES[name]] : []),
  53,
);
let askedInside = 0;
const inside = createServer(tls, (_, response) => {
  askedInside += 1;
  response.end('BEGIN:VCALENDAR of the inside');
}).listen(443, PRIVATE);
const outside = createServer(tls, ({ url }, response) => {
  const location = REDIRECTS[`${url}`];
  if (location) response.writeHead(302, { location }).end();
  else response.end('BEGIN:VCALENDAR');
}).listen(443, PUBLIC);
await Promise.all([once(inside, 'listening'), once(outside, 'listening')]);

const answers: Record<string, unknown> = {};
for (const path of ['/file', ...Object.keys(REDIRECTS)]) {
  const { signal } = new AbortController();
  answers[path] = await fetchCalendar(
    { mode: 'production' },
    `https://calendar.example.org${path}`,
    signal,
  );
}
process.stdout.write(JSON.stringify({ answers, askedInside }));
process.exitCode = 0;
await Promise.all([inside, outside, names].map((server) => server.close()));
