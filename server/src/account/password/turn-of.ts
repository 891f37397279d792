import type { RequestContext } from '../../access/context.ts';
import type { AccountRow } from '../queries.ts';

/**
 * Who waits for the hashes of a member in a session: the member, or their network until they have
 * confirmed their address, because anybody can join many times with addresses of nobody.
 */
export const turnOf = (
  { email, confirm_email_by }: Pick<AccountRow, 'email' | 'confirm_email_by'>,
  { ip }: Pick<RequestContext, 'ip'>,
): string => (confirm_email_by === null ? email : ip);
