import { decrypt, encrypt } from '../access/encrypt.ts';
import type { Queries } from '../db/client.ts';
import type { TaskQueue } from '../tasks/task-queue.ts';
import type { Sms, SmsTransport } from './sms-transport.ts';

const QUEUED_SMS = 'sms';

type Queued = Sms & { at: string };

export type Texter = {
  /** Queues a message; within `tx` it is sent only if that commits. */
  send(sms: Sms & { member_id: string }, tx?: Queries): Promise<void>;
  /** Null if this instance sends none: then no feature that needs it is offered. */
  transport: SmsTransport | null;
};

type Needs = { secret: string; tasks: TaskQueue; transport: SmsTransport | null; now: () => Date };

/** Messages go through the task queue, so that an unavailable provider fails no request. */
export function createTexter({ secret, tasks, transport, now }: Needs): Texter {
  return {
    send: (sms, tx) => {
      const queued: Queued = { ...sms, at: now().toISOString() };
      return tasks.add(
        'send_sms',
        { sealed: encrypt(secret, QUEUED_SMS, JSON.stringify(queued)) },
        tx,
      );
    },
    transport,
  };
}

/** A queued message and when it was queued, or null if encrypted with another secret. [X1] */
export function openQueuedSms(secret: string, sealed: string): Queued | null {
  const text = decrypt(secret, QUEUED_SMS, sealed);
  return text === null ? null : (JSON.parse(text) as Queued);
}
