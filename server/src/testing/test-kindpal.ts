import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { DestinationStream } from 'pino';
import type { RequestContext } from '../access/context.ts';
import { composeServices } from '../compose.ts';
import { parseEnv } from '../env.ts';
import { createLog } from '../log/create-log.ts';
import type { Services } from '../services.ts';
import { callApi } from './call-api.ts';
import { createTestDatabase, runOn, type TestDatabase } from './database.ts';
import type { TestMember } from './factories.ts';
import { makeTempDataDir, removeTempDataDir } from './make-temp-data-dir.ts';

const SECRET = 'a secret that only tests know, long enough';

/** The product on its own database, with a clock that tests set; nothing else is faked. */
export type TestKindpal = {
  services: Services;
  /** Every call of the contract, made as this member, or as a visitor. */
  callerFor(member: TestMember | null): ReturnType<typeof callerFor>;
  /** The database as the owner of its schema. */
  ownerUrl: string;
  /** Runs a statement as the owner of the schema, because the serving role may not alter it. */
  asOwner<T = unknown>(sql: string): Promise<T[]>;
  /** Sets the clock; null makes it run again. */
  setNow(now: Date | null): void;
  stop(): Promise<void>;
};

/**
 * `output` receives all log output; `settings` are environment variables; `database` is dropped
 * at the end.
 */
export async function startTestKindpal(
  given: {
    output?: DestinationStream;
    settings?: Record<string, string>;
    database?: TestDatabase;
  } = {},
): Promise<TestKindpal> {
  const database = given.database ?? (await createTestDatabase());
  const dataDir = makeTempDataDir();
  const env = parseEnv({
    DATA_DIR: dataDir,
    KINDPAL_MODE: 'test',
    LOG_LEVEL: given.output ? 'trace' : 'silent',
    ...given.settings,
  });
  let fixed: Date | null = null;
  const services = await composeServices({
    env,
    log: createLog(env, given.output),
    secret: SECRET,
    databaseUrl: database.url,
    now: () => fixed ?? new Date(),
  });
  return {
    services,
    callerFor: callersOf(services),
    ownerUrl: database.ownerUrl,
    asOwner: (sql) => runOn(database.ownerUrl, sql),
    setNow: (now) => {
      fixed = now;
    },
    async stop() {
      await services.close();
      await database.drop();
      removeTempDataDir(dataDir);
    },
  };
}

/** Calls of the API as a member, on the node of these services. */
export const callersOf = (services: Services) => (member: TestMember | null) =>
  callerFor(services, member);

function callerFor(services: Services, member: TestMember | null) {
  const request = new IncomingMessage(new Socket());
  const context: RequestContext = {
    services,
    credential: member?.credential ?? null,
    ip: '127.0.0.1',
    requestId: 'test',
    request,
    response: new ServerResponse(request),
  };
  return callApi(context);
}
