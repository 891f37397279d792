import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** A separate network, whose addresses lead only to this machine, and which looks names up here. */
const NETWORK = `ip link set lo up
  for address in $1; do ip addr add $address/32 dev lo; done
  mount --bind "$2" /etc/hosts
  mount --bind "$3" /etc/resolv.conf
  shift 3
  exec "$@"`;

/** Only root may create network namespaces; elsewhere such tests are skipped. */
export function canMakeNetworks(): boolean {
  try {
    execFileSync('unshare', ['--net', '--mount', 'ip', 'link'], { stdio: 'ignore' });
    execFileSync('openssl', ['version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

type Program = { file: string; args?: string[]; env?: NodeJS.ProcessEnv; addresses?: string[] };

/** Runs a program of the tests in a network of its own, and returns the JSON that it writes. */
export async function runInOwnNetwork(program: Program): Promise<unknown> {
  const { file, args = [], env = {}, addresses = [] } = program;
  const folder = mkdtempSync(join(tmpdir(), 'kindpal-network-'));
  const [hosts, servers] = [join(folder, 'hosts'), join(folder, 'resolv.conf')];
  writeFileSync(hosts, '127.0.0.1 localhost\n');
  writeFileSync(servers, 'nameserver 127.0.0.1\n');
  const network = ['sh', '-ec', NETWORK, 'sh', addresses.join(' '), hosts, servers];
  try {
    const { stdout } = await promisify(execFile)(
      'unshare',
      ['--net', '--mount', ...network, process.execPath, file, ...args],
      { env: { ...process.env, NODE_OPTIONS: '', ...env } },
    );
    return JSON.parse(stdout);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
