import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'kindpal-network-'));
afterAll(() => rmSync(folder, { recursive: true }));

const PROGRAM = join(import.meta.dirname, '../testing/outside/redirecting-hosts.ts');
const HOSTS = `127.0.0.1 localhost
93.184.216.34 calendar.example.org
10.9.8.7 inside.example.org
`;
/** A separate network, whose names and addresses lead only to this machine. */
const NETWORK = `ip link set lo up
  ip addr add 93.184.216.34/32 dev lo
  ip addr add 10.9.8.7/32 dev lo
  mount --bind "$1" /etc/hosts
  shift
  exec "$@"`;

/** Only root may create network namespaces; elsewhere the test is skipped. */
function canMakeNetworks(): boolean {
  try {
    execFileSync('unshare', ['--net', '--mount', 'ip', 'link'], { stdio: 'ignore' });
    execFileSync('openssl', ['version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

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
    const hosts = join(folder, 'hosts');
    writeFileSync(hosts, HOSTS);
    const command = [process.execPath, PROGRAM, key, certificate];
    const { stdout } = await promisify(execFile)(
      'unshare',
      ['--net', '--mount', 'sh', '-ec', NETWORK, 'sh', hosts, ...command],
      { env: { ...process.env, NODE_EXTRA_CA_CERTS: certificate, NODE_OPTIONS: '' } },
    );
    expect(JSON.parse(stdout)).toEqual({
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
