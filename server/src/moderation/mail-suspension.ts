import type { Queries } from '../db/client.ts';
import { suspendedMail } from '../mail/mails/suspended.ts';
import { findTimeZone } from '../notification/queries.ts';
import type { Services } from '../services.ts';
import { findSuspension } from './queries.ts';
import { suspensionUrl } from './suspension-link.ts';

/** Emails a suspended member the reason, the end, and the link of the suspension. [S4] */
export async function mailSuspension(
  tx: Queries,
  services: Services,
  memberId: string,
): Promise<void> {
  const suspension = await findSuspension(tx, memberId);
  if (!suspension) return;
  const { id: about_id, email: to, reason, ends_at } = suspension;
  const timeZone = await findTimeZone(tx, memberId);
  const url = suspensionUrl(services, suspension);
  const mail = suspendedMail(services.env, { to, reason, ends_at, url, timeZone });
  await services.mailer.send({ ...mail, about_id }, tx);
}
