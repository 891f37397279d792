import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { findFreePort } from '../../scripts/find-free-port.ts';

/** A running Kindpal: its address, and what it printed at the start. */
export type Community = {
  origin: string;
  founderLink: string;
  setupToken: string;
  dataDir: string;
};

/**
 * Everything that a journeys server prints before they may start; the groups are named after
 * settings.
 */
export const ANNOUNCEMENT =
  /^(?=[\s\S]*Founder link: (?<founder_link>\S+))(?=[\s\S]*set-?up token: (?<setup_token>\S+))[\s\S]*Data directory: (?<kindpal_data_dir>\S+)\s+Journeys may begin/i;

/** The community that all journeys share. */
export function sharedCommunity(): Community {
  const { KINDPAL_JOURNEYS_PORT, FOUNDER_LINK, SETUP_TOKEN, KINDPAL_DATA_DIR } = process.env;
  return {
    origin: `http://localhost:${KINDPAL_JOURNEYS_PORT}`,
    founderLink: FOUNDER_LINK ?? '',
    setupToken: SETUP_TOKEN ?? '',
    dataDir: KINDPAL_DATA_DIR ?? '',
  };
}

type Start = {
  /** The directory of the sources to start. */
  project?: string;
  port?: number;
  settings?: Record<string, string>;
};

/** Starts another one on an empty database, for a journey that needs an empty community. */
export async function startEmptyCommunity({
  project = join(import.meta.dirname, '../..'),
  port: given,
  settings,
}: Start = {}): Promise<Community & { stop(): Promise<void> }> {
  const port = given ?? (await findFreePort());
  const server = spawn(
    process.execPath,
    ['--import', './scripts/preload.js', 'scripts/serve-journeys.ts'],
    {
      cwd: project,
      env: { ...process.env, EMERGENCY_NUMBER: '911', ...settings, PORT: `${port}` },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const ended = once(server, 'exit');
  let printed = '';
  for await (const chunk of server.stdout) {
    printed += chunk;
    const said = ANNOUNCEMENT.exec(printed)?.groups;
    if (!said) continue;
    server.stdout.resume();
    return {
      origin: `http://localhost:${port}`,
      founderLink: said.founder_link ?? '',
      setupToken: said.setup_token ?? '',
      dataDir: said.kindpal_data_dir ?? '',
      async stop() {
        server.kill('SIGTERM');
        await ended;
      },
    };
  }
  throw new Error(`The community did not start:\n${printed}`);
}
