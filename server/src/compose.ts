import type { Logger } from 'pino';
import { createLimiter } from './access/limits/limiter.ts';
import { createAuth } from './account/auth.ts';
import { createMessageStore } from './chat/message-store.ts';
import { createClaimTurns } from './claim/claim-turns.ts';
import { openDatabase } from './db/client.ts';
import { watchDiskSpace } from './db/disk-space.ts';
import type { Env } from './env.ts';
import { createImageEncoder } from './file/image-encoder.ts';
import { openImageStore } from './file/image-store.ts';
import { startLiveHub } from './live/live-hub.ts';
import { createMailer } from './mail/mailer.ts';
import { openMailTransport } from './mail/transport.ts';
import type { Services } from './services.ts';
import { openSmsTransport } from './sms/sms-transport.ts';
import { createTexter } from './sms/texter.ts';
import { createTaskQueue } from './tasks/task-queue.ts';
import { TIMEOUTS } from './timeouts.ts';
import { loadVaultKeys } from './vault/vault-keys.ts';

/** With more, fewer reads are batched together; with one, PostgreSQL uses only one core. */
const SHARED_CONNECTIONS = 2;

type Given = {
  env: Env;
  log: Logger;
  secret: string;
  databaseUrl: string;
  /** The embedded database's directory. */
  databaseDir?: string | undefined;
  /** The clock for time-dependent rules; tests set their own. */
  now?: () => Date;
};

/** Builds the services that commands use, on a migrated database. `close` ends what it opened. */
export async function composeServices(
  given: Given,
): Promise<Services & { close(): Promise<void> }> {
  const { env, log, secret, databaseUrl, now = () => new Date() } = given;
  const db = openDatabase(databaseUrl, {
    size: env.databasePool,
    shared: SHARED_CONNECTIONS,
    statementTimeout: TIMEOUTS.statement,
  });
  const encoder = createImageEncoder();
  const tasks = createTaskQueue({ db });
  const mailer = createMailer({ db, secret, tasks, transport: openMailTransport(env) });
  const disk = await watchDiskSpace(given.databaseDir, log);
  const live = await startLiveHub({ db, databaseUrl, log, secret, now });
  return {
    env,
    log,
    db,
    disk,
    secret,
    vault: loadVaultKeys(env),
    tasks,
    mailer,
    texter: createTexter({ secret, tasks, transport: openSmsTransport(env), now }),
    live,
    messages: createMessageStore(db),
    claims: createClaimTurns(),
    auth: createAuth({ env, db, secret, now }),
    limiter: createLimiter({
      db,
      log,
      secret,
      scale: env.limitScale,
      set: { sms_by_instance: env.smsHourlyMax },
    }),
    images: await openImageStore(env),
    encoder,
    clock: { now },
    async close() {
      disk.stop();
      await live.stop();
      await encoder.close();
      await db.close();
    },
  };
}
