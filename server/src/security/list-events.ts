import type { security } from '@kindpal/contract/security/contract';
import {
  SECURITY_EVENT_DAYS,
  type SecurityEvent,
  type SecurityEventKind,
} from '@kindpal/contract/security/schema';
import type { MemberCall } from '../access/call.ts';
import { newest, pageStatement } from '../db/page-statement.ts';
import { decodeCursor, keyValues, pageOf } from '../transport/cursor.ts';
import { loadDeviceReader } from './device.ts';

type EventRow = {
  id: string;
  kind: SecurityEventKind;
  detail: string | null;
  times: number;
  user_agent: string | null;
  created_at: string;
};

/** Security events of the caller's account in the last 90 days, newest first. [U6] */
export async function listSecurityEvents({
  input,
  context,
}: MemberCall<typeof security.listEvents>) {
  const { services, actor } = context;
  const rows = await services.db.jsonRows<EventRow>(
    pageStatement({
      name: 'security-events',
      select: `SELECT id, kind, detail, times, user_agent, created_at FROM auth.security_event`,
      given: [actor.id],
      where: [
        {
          name: '',
          text: `user_id = $1 AND created_at > now() - interval '${SECURITY_EVENT_DAYS} days'`,
        },
      ],
      order: newest(),
      after: keyValues(decodeCursor(input.cursor)),
      limit: input.limit + 1,
    }),
  );
  const { items, next_cursor } = pageOf(rows, input.limit, (row) => row);
  const deviceOf = await loadDeviceReader();
  const present = ({ user_agent, ...event }: EventRow): SecurityEvent => ({
    ...event,
    ...deviceOf(user_agent),
  });
  return { items: items.map(present), next_cursor };
}
