import { randomBytes } from 'node:crypto';
import { createTestDatabase, runOn, type TestDatabase } from './database.ts';
import { HURRY_CLOCK } from './hurry-clock.ts';
import { findFastTempDir, makeTempDataDir, removeTempDataDir } from './make-temp-data-dir.ts';
import { type ServerProcess, spawnServer, stopServer } from './server-process.ts';
import { type SmtpSink, startSmtpSink } from './smtp-sink.ts';

/** A product of several nodes, on a database and a mail server of its own. */
export type TestNodes = {
  database: TestDatabase;
  sink: SmtpSink;
  /** Starts another node and waits until it serves. */
  start(): Promise<ServerProcess>;
  /** Asks the nodes for what their clock has them do each minute, so that no test waits for it. */
  hurryClock(): Promise<void>;
  stop(): Promise<void>;
};

export async function startTestNodes(): Promise<TestNodes> {
  const dataDir = makeTempDataDir(findFastTempDir());
  const database = await createTestDatabase();
  const sink = await startSmtpSink();
  const secret = randomBytes(32).toString('hex');
  const nodes: ServerProcess[] = [];
  return {
    database,
    sink,
    async start() {
      const node = await spawnServer({
        DATA_DIR: makeTempDataDir(dataDir),
        DATABASE_URL: database.url,
        DATABASE_OWNER_URL: database.ownerUrl,
        APP_SECRET: secret,
        SMTP_URL: sink.url,
      });
      nodes.push(node);
      await node.ready();
      return node;
    },
    async hurryClock() {
      await runOn(database.ownerUrl, HURRY_CLOCK);
    },
    async stop() {
      for (const node of nodes) await stopServer(node);
      await sink.close();
      await database.drop();
      removeTempDataDir(dataDir);
    },
  };
}
