import type { moderation } from '@kindpal/contract/moderation/contract';
import type { OpenCall } from '../access/call.ts';
import type { RequestContext } from '../access/context.ts';
import { addressOf } from '../account/address-of.ts';
import { lockAccount } from '../account/policy.ts';
import { findArchive, findReadyRow, startArchive } from '../archive/archive.ts';
import type { Queries } from '../db/client.ts';
import { findDeletion, startDeletion } from '../deletion/deletion.ts';
import { stopDeletion } from '../deletion/stop-deletion.ts';
import { hasFactor } from '../factor/policy.ts';
import { textCodeWithoutSession, useFactorCode } from '../factor/use-factor-code.ts';
import { suspendedDeletionMail } from '../mail/mails/deletion-asked.ts';
import { accountLinkMail } from '../mail/mails/suspended.ts';
import type { Services } from '../services.ts';
import { refusal } from '../transport/refusal.ts';
import { findDecision, findSuspension } from './queries.ts';
import {
  accountToken,
  findLinkedSuspension,
  openAccountLink,
  suspensionUrl,
} from './suspension-link.ts';

/**
 * Emails the link for `manageAccount` to a suspended member: the link of the suspension does not
 * expire, so it does not prove that its holder still reads that mailbox. [X1] Throws LINK_EXPIRED,
 * TOO_MANY_REQUESTS.
 */
export async function mailAccountLink({
  input,
  context: { services },
}: OpenCall<typeof moderation.mailAccountLink>): Promise<void> {
  const { env, db, limiter, mailer } = services;
  const { id } = await findLinkedSuspension(services, input.token);
  const standing = await findStanding(services, id);
  await limiter.consume('account_link_by_member', standing.memberId);
  const to = await addressOf(db.drizzle, standing.memberId);
  if (to === undefined) throw refusal('LINK_EXPIRED');
  const token = accountToken(services, { id: standing.id, email: to, isFactorShown: false });
  await mailer.send({ ...accountLinkMail(env, { to, token }), about_id: id });
}

/**
 * Does the action and returns what a suspended member can still reach of their account. [X1]
 * Throws LINK_EXPIRED, INSUFFICIENT_AAL, MFA_VERIFICATION_FAILED, TOO_MANY_REQUESTS,
 * ARCHIVE_ASKED_TODAY, JOB_UNDER_WAY, STAFF_ROLE_HELD.
 */
export async function manageAccount({
  input: { token: given, code, action },
  context,
}: OpenCall<typeof moderation.manageAccount>) {
  const { services } = context;
  const { standing, isShown } = await openForMember(services, given);
  const { id, email } = standing;
  const token = isShown ? given : accountToken(services, { id, email, isFactorShown: true });
  if (!isShown) {
    if (!code) throw refusal('INSUFFICIENT_AAL');
    await useFactorCode(context, codeRequestOf(standing, given), code);
  }
  if (action !== 'see') {
    await services.db.drizzle.transaction((tx) => act(tx, context, { standing, action }));
  }
  const [archive, deletion] = await Promise.all([
    findArchive(services, standing.memberId),
    findDeletion(services.db.drizzle, standing.memberId),
  ]);
  return { token, archive, deletion };
}

/**
 * Texts a code for `manageAccount` to the phone that is a second factor of the account. [U13] [X1]
 * Throws LINK_EXPIRED, MFA_PHONE_VERIFY_NOT_ENABLED, TOO_MANY_REQUESTS.
 */
export async function textAccountCode({
  input,
  context: { services },
}: OpenCall<typeof moderation.textAccountCode>): Promise<void> {
  const { standing } = await openForMember(services, input.token);
  await textCodeWithoutSession(services, codeRequestOf(standing, input.token));
}

/** A texted code works only with the link for which it was requested. */
const codeRequestOf = ({ memberId }: Standing, token: string) => ({
  userId: memberId,
  within: `link ${token}`,
});

/**
 * The archive that can be downloaded with such a token. [X1] Throws NOT_FOUND, LINK_EXPIRED,
 * INSUFFICIENT_AAL.
 */
export async function findLinkedArchive(services: Services, token: string) {
  const { standing, isShown } = await openForMember(services, token);
  if (!isShown) throw refusal('INSUFFICIENT_AAL');
  return findReadyRow(services, standing.memberId);
}

type Standing = { id: string; memberId: string };

/** The suspension with this id, while it lasts. Throws LINK_EXPIRED. */
async function findStanding({ db }: Services, id: string): Promise<Standing> {
  const row = await findDecision(db, id);
  if (!row || row.ended_at !== null) throw refusal('LINK_EXPIRED');
  return { id, memberId: row.member_id };
}

/** With the address that the link was mailed to. */
type Linked = Standing & { email: string };

/**
 * The suspension of a link, and whether enough was proved: where a second factor protects the
 * account, the mailbox alone is not enough. Once a change of address is undone, a link that was
 * mailed to the other mailbox opens nothing. Throws LINK_EXPIRED.
 */
async function openForMember(services: Services, token: string) {
  const { drizzle } = services.db;
  const { id, email, isFactorShown } = openAccountLink(services, token);
  const standing: Linked = { ...(await findStanding(services, id)), email };
  if ((await addressOf(drizzle, standing.memberId)) !== email) throw refusal('LINK_EXPIRED');
  const isShown = isFactorShown || !(await hasFactor(drizzle, standing.memberId));
  return { standing, isShown };
}

type Action = 'request_copy' | 'request_deletion' | 'withdraw_deletion';

async function act(
  tx: Queries,
  context: RequestContext,
  { standing, action }: { standing: Linked; action: Action },
): Promise<void> {
  const { services } = context;
  const account = await lockAccount(tx, standing.memberId);
  const current = await findSuspension(tx, standing.memberId);
  // The suspension may have ended since the link was opened: then the member signs in.
  const isOwn = account?.email === standing.email && current?.id === standing.id;
  if (!account || !isOwn) throw refusal('LINK_EXPIRED');
  if (action === 'request_copy') await startArchive(tx, context, account);
  else if (action === 'withdraw_deletion') await stopDeletion(tx, context, account);
  else {
    const url = suspensionUrl(services, standing);
    await startDeletion(tx, context, {
      account,
      sessionId: null,
      mailOf: (given) => suspendedDeletionMail(services.env, { ...given, url }),
    });
  }
}
