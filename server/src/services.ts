import type { Logger } from 'pino';
import type { Limiter } from './access/limits/limiter.ts';
import type { Auth } from './account/auth.ts';
import type { MessageStore } from './chat/message-store.ts';
import type { ClaimTurns } from './claim/claim-turns.ts';
import type { Database } from './db/client.ts';
import type { DiskSpace } from './db/disk-space.ts';
import type { Env } from './env.ts';
import type { ImageEncoder } from './file/image-encoder.ts';
import type { ImageStore } from './file/image-store.ts';
import type { LiveHub } from './live/live-hub.ts';
import type { Mailer } from './mail/mailer.ts';
import type { Texter } from './sms/texter.ts';
import type { TaskQueue } from './tasks/task-queue.ts';
import type { VaultKeys } from './vault/vault-keys.ts';

/** Everything a command may use besides its input, built once at the start of a process. */
export type Services = {
  env: Env;
  log: Logger;
  db: Database;
  disk: DiskSpace;
  auth: Auth;
  limiter: Limiter;
  mailer: Mailer;
  texter: Texter;
  images: ImageStore;
  encoder: ImageEncoder;
  live: LiveHub;
  messages: MessageStore;
  claims: ClaimTurns;
  tasks: TaskQueue;
  /** The process's secret, from which purpose-specific keys are derived. */
  secret: string;
  /** The keys of home access. */
  vault: VaultKeys;
  clock: { now(): Date };
};
