import { randomBytes } from 'node:crypto';
import { createTestDatabase, runOn, type TestDatabase } from './database.ts';
import { findFastTempDir, makeTempDataDir, removeTempDataDir } from './make-temp-data-dir.ts';
import { type SmtpSink, startSmtpSink } from './outside/smtp-sink.ts';
import { RUN_MINUTE_TASKS } from './run-minute-tasks.ts';
import { type ServerProcess, spawnServer, stopServer } from './server-process.ts';

/** A product with several nodes, with its own database and mail server. */
export type TestNodes = {
  database: TestDatabase;
  sink: SmtpSink;
  /** Starts another node and waits until it serves. */
  start(): Promise<ServerProcess>;
  /** Makes the nodes run their every-minute tasks now, so that no test waits for them. */
  runMinuteTasks(): Promise<void>;
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
    async runMinuteTasks() {
      await runOn(database.ownerUrl, RUN_MINUTE_TASKS);
    },
    async stop() {
      for (const node of nodes) await stopServer(node);
      await sink.close();
      await database.drop();
      removeTempDataDir(dataDir);
    },
  };
}
