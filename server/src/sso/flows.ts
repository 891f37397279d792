import { createHash } from 'node:crypto';
import type { signUpSchema } from '@kindpal/contract/account/sign-up';
import { and, eq, gt, isNull, or } from 'drizzle-orm';
import type { z } from 'zod';
import { decrypt, encrypt } from '../access/encrypt.ts';
import { hashToken, makeToken } from '../account/tokens.ts';
import type { Queries } from '../db/client.ts';
import { authSession } from '../db/schema/account.ts';
import { type SsoPurpose, ssoFlow } from '../db/schema/sso.ts';
import type { Services } from '../services.ts';
import type { OutsideIdentity, Secrets } from './oidc.ts';

/** How long somebody may take at the provider, in ms. [U11] */
const FLOW_MS = 10 * 60_000;
/** How long the code for the returning browser is valid, in ms. */
const CODE_MS = 5 * 60_000;
const PURPOSE = 'sso flow';

type Needs = Pick<Services, 'secret' | 'clock'>;
/** The sign-up form of a joining member. */
export type Joining = Pick<z.output<typeof signUpSchema>, 'invite_code' | 'data' | 'terms_version'>;
type Sealed = {
  secrets: Secrets;
  returnTo: string;
  join: Joining | null;
  identity: OutsideIdentity | null;
};
/** Who started it: a browser by its cookie, or an API client by its challenge. */
export type Beginner = { asker: Buffer } | { challenge: string };
export type Flow = Sealed & {
  id: string;
  purpose: SsoPurpose;
  providerId: string;
  sessionId: string | null;
};

/** A flow that has come back from its provider. */
export type Returned = Flow & { identity: OutsideIdentity };

type Begun = Pick<Flow, 'purpose' | 'providerId' | 'sessionId' | 'secrets' | 'returnTo' | 'join'>;

/** Stores a started sign-in until the provider returns its state. [U11] */
export async function keepFlow(
  tx: Queries,
  { secret, clock }: Needs,
  { by, ...flow }: Begun & { by: Beginner },
): Promise<void> {
  const { purpose, providerId, sessionId, secrets, returnTo, join } = flow;
  const sealed: Sealed = { secrets, returnTo, join, identity: null };
  await tx.insert(ssoFlow).values({
    ...by,
    purpose,
    providerId,
    sessionId,
    stateHash: hashToken(secrets.state),
    sealed: encrypt(secret, PURPOSE, JSON.stringify(sealed)),
    expiresAt: new Date(clock.now().getTime() + FLOW_MS),
  });
}

/**
 * Uses up a state, once, in the browser it was given to; null for any other. A form from another
 * site comes without cookies, so its browser is unknown (`undefined`) until it redeems the code.
 * [U11]
 */
export async function takeState(
  tx: Queries,
  needs: Needs,
  { state, asker }: { state: string; asker: Buffer | null | undefined },
): Promise<Flow | null> {
  const isAsker = asker ? eq(ssoFlow.asker, asker) : undefined;
  const [taken] = await tx
    .update(ssoFlow)
    .set({ stateHash: null })
    .where(
      and(
        eq(ssoFlow.stateHash, hashToken(state)),
        gt(ssoFlow.expiresAt, needs.clock.now()),
        asker === undefined ? undefined : or(isNull(ssoFlow.asker), isAsker),
      ),
    )
    .returning();
  return taken ? open(needs, taken) : null;
}

/** Issues the code for the provider's identity, with which the browser is redirected. [U11] */
export async function issueCode(
  tx: Queries,
  { secret, clock }: Needs,
  { id, secrets, returnTo, join, identity }: Flow,
): Promise<string> {
  const code = makeToken();
  const sealed: Sealed = { secrets, returnTo, join, identity };
  await tx
    .update(ssoFlow)
    .set({
      codeHash: hashToken(code),
      sealed: encrypt(secret, PURPOSE, JSON.stringify(sealed)),
      expiresAt: new Date(clock.now().getTime() + CODE_MS),
    })
    .where(eq(ssoFlow.id, id));
  return code;
}

/** The session in which a code links an identity, or null for any other code. */
export async function findLinkingSession(tx: Queries, code: string) {
  const [found] = await tx
    .select({ token: authSession.token, userId: authSession.userId })
    .from(ssoFlow)
    .innerJoin(authSession, eq(authSession.id, ssoFlow.sessionId))
    .where(eq(ssoFlow.codeHash, hashToken(code)));
  return found ?? null;
}

type Brought = { code: string; verifier: string | undefined; asker: Buffer | null };

/**
 * Uses up a code, once, for who started it; null for anybody else. Of concurrent attempts one
 * succeeds. [U11]
 */
export async function takeCode(
  tx: Queries,
  needs: Needs,
  { code, verifier, asker }: Brought,
): Promise<Flow | null> {
  const isBeginner =
    verifier === undefined
      ? asker && eq(ssoFlow.asker, asker)
      : eq(ssoFlow.challenge, createHash('sha256').update(verifier).digest('base64url'));
  if (!isBeginner) return null;
  const isThis = eq(ssoFlow.codeHash, hashToken(code));
  const [taken] = await tx
    .delete(ssoFlow)
    .where(and(isThis, isBeginner, gt(ssoFlow.expiresAt, needs.clock.now())))
    .returning();
  return taken ? open(needs, taken) : null;
}

/** Null if the secret was replaced meanwhile. */
function open({ secret }: Needs, row: typeof ssoFlow.$inferSelect): Flow | null {
  const text = decrypt(secret, PURPOSE, row.sealed);
  const { id, purpose, providerId, sessionId } = row;
  return text ? { ...(JSON.parse(text) as Sealed), id, purpose, providerId, sessionId } : null;
}
