import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { canMakeNetworks, runInOwnNetwork } from '../testing/outside/own-network.ts';

const folder = mkdtempSync(join(tmpdir(), 'kindpal-certificate-'));
afterAll(() => rmSync(folder, { recursive: true }));

const PROGRAM = join(import.meta.dirname, '../testing/outside/redirecting-hosts.ts');

function makeCertificate(): { key: string; certificate: string } {
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  const names = 'subjectAltName=DNS:calendar.example.org,DNS:inside.example.org,IP:10.9.8.7';
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const made = ['-keyout', key, '-out', certificate, '-subj', '/CN=calendar.example.org'];
  execFileSync('openssl', ['req', '-x509', ...kind, '-days', '2', ...made, '-addext', names], {
    stdio: 'ignore',
  });
  return { key, certificate };
}

test.skipIf(!canMakeNetworks())(
  'a public calendar that redirects into a private network is not followed there [V1]',
  async () => {
    const { key, certificate } = makeCertificate();
    const end = await runInOwnNetwork({
      file: PROGRAM,
      args: [key, certificate],
      env: { NODE_EXTRA_CA_CERTS: certificate },
      addresses: ['93.184.216.34', '10.9.8.7'],
    });
    expect(end).toEqual({
      answers: {
        '/file': { text: 'BEGIN:VCALENDAR' },
        '/to-itself': { text: 'BEGIN:VCALENDAR' },
        '/to-a-name': { problem: 'unreachable' },
        '/to-an-address': { problem: 'unreachable' },
        '/by-a-detour': { problem: 'unreachable' },
      },
      askedInside: 0,
    });
  },
);
