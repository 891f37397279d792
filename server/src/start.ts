import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createApp } from './app.ts';
import { removeUnfinished } from './archive/make-archive.ts';
import { makeClose } from './close-server.ts';
import { composeServices } from './compose.ts';
import { startEmbeddedPostgres } from './db/embedded/start-embedded-postgres.ts';
import { migrate } from './db/migrate.ts';
import { type DatabaseAccess, findDatabase } from './db/serving-role.ts';
import { isUnanswered, silenceOf, watchAnswers } from './db/watch-answers.ts';
import type { Env } from './env.ts';
import { founderLink } from './invite/founder.ts';
import { createLog } from './log/create-log.ts';
import { type Output, openOutput } from './log/output.ts';
import { removeUnfinishedMails } from './mail/transport.ts';
import { takeReports } from './notification/delivery-report/take-reports.ts';
import { getPushKeys } from './notification/push/push-keys.ts';
import { PERIODIC_TASKS } from './periodic-tasks.ts';
import { fillPlacesAside } from './place/fill-places.ts';
import { loadSecret } from './secret.ts';
import type { Services } from './services.ts';
import { superAdminExists } from './staff/queries.ts';
import { setupToken } from './staff/users/setup-token.ts';
import { startTasks } from './tasks/start-tasks.ts';
import { STOP } from './timeouts.ts';
import { reencryptVault } from './vault/reencrypt-vault.ts';

/** A running Kindpal: its port, and how to shut it down. */
export type Kindpal = { services: Services; port: number; stop(): Promise<void> };

/**
 * Starts everything in order: database, schema, background work, live events, then HTTP.
 * Everything is stopped in reverse order, also when a later step fails or when `signal` aborts
 * the start; then its reason is thrown.
 */
export async function startKindpal(
  env: Env,
  given: { signal?: AbortSignal; output?: Output } = {},
): Promise<Kindpal> {
  const { output = openOutput(1) } = given;
  const log = createLog(env, output);
  const silence = new AbortController();
  const signal = given.signal ? AbortSignal.any([given.signal, silence.signal]) : silence.signal;
  let stopWatch = async () => {};
  const closers: Array<() => Promise<unknown>> = [];
  const stop = async () => {
    for (let close = closers.pop(); close; close = closers.pop()) await close();
  };
  try {
    const secret = loadSecret(env);
    const external = findDatabase(env);
    const database = external ?? (await startOwnDatabase());
    await unlessStopped(migrate(database), signal);
    if (external) {
      const onSilent = (error: Error) => silence.abort(error);
      stopWatch = await unlessStopped(watchAnswers({ url: external.url, onSilent }), signal);
    }
    const services = await unlessStopped(
      composeServices({ env, log, secret, databaseUrl: database.url, databaseDir: database.dir }),
      signal,
    );
    closers.push(() => services.close());
    await unlessStopped(warnOfPower(services), signal);
    await unlessStopped(reencryptVault(services), signal);
    await unlessStopped(getPushKeys(services), signal);
    await unlessStopped(removeUnfinished(env), signal);
    await unlessStopped(removeUnfinishedMails(env), signal);
    const tasks = startTasks(services, PERIODIC_TASKS);
    // Also when the start is stopped here: workers that have begun end before their database does.
    closers.push(async () => {
      // A silent database lets them neither begin nor end.
      const begun = tasks.catch(() => undefined);
      const stopBegun = await Promise.race([begun, sleep(STOP.connections)]);
      await stopBegun?.();
    });
    const stopTasks = await unlessStopped(tasks, signal);
    const server = createApp(services);
    const closeServer = makeClose(server);
    server.listen(env.port, env.host);
    await once(server, 'listening');
    closers.pop();
    // In parallel: each may take its full time.
    closers.push(() => Promise.all([services.live.stop(), closeServer(), stopTasks()]));
    closers.push(await unlessStopped(takeReports(services), signal));
    // It takes half a minute of CPU: automatic tests insert the places they need.
    if (env.mode !== 'test') closers.push(fillPlacesAside(database.ownerUrl, log));
    await unlessStopped(announce(services, output), signal);
    return { services, port: (server.address() as AddressInfo).port, stop };
  } catch (error) {
    // A silent database is not waited for once more: nothing can be recorded in it.
    await (silence.signal.aborted ? Promise.race([stop(), sleep(STOP.connections)]) : stop());
    throw isUnanswered(error) && env.databaseUrl ? silenceOf(env.databaseUrl) : error;
  } finally {
    await stopWatch();
  }

  async function startOwnDatabase(): Promise<DatabaseAccess> {
    const postgres = await startEmbeddedPostgres({
      dataDir: env.dataDir,
      log: (line) => log.info(line),
      signal,
    });
    closers.push(() => postgres.stop());
    signal.throwIfAborted();
    return postgres;
  }
}

/** Warns that only a trigger protects the append-only log, and that this role could drop it. */
async function warnOfPower({ db, log }: Services): Promise<void> {
  const { rowCount } = await db.pool.query(
    "SELECT WHERE has_table_privilege('admin_activity_logs', 'TRUNCATE')",
  );
  if (rowCount !== 0) {
    log.warn(
      'The role of DATABASE_URL owns the schema: set DATABASE_OWNER_URL (docs/operating.md)',
    );
  }
}

/** A step of the start, or the reason to stop, whichever comes first. */
function unlessStopped<T>(step: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    if (signal.aborted) reject(signal.reason);
    step.then(resolve, reject);
  });
}

/** What the operator must know, in plain lines: logs are for machines. */
async function announce(services: Services, output: Output): Promise<void> {
  const lines = [`${services.env.appName} is running at ${services.env.appUrl}`];
  const founder = await founderLink(services);
  if (founder) lines.push(`Founder link: ${founder}`);
  if (!(await superAdminExists(services.db.drizzle))) {
    lines.push(`Super-admin setup token: ${setupToken(services.secret)}`);
  }
  output.write(`\n${lines.join('\n')}\n\n`);
}
