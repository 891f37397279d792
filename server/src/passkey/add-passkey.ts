import type { passkey as calls } from '@kindpal/contract/passkey/contract';
import { PASSKEY_NAME_MAX, PASSKEYS_MAX, type Passkey } from '@kindpal/contract/passkey/schema';
import type { MemberCall } from '../access/call.ts';
import type { MemberContext } from '../access/context.ts';
import { findAccount } from '../account/queries.ts';
import { isUniqueViolation, type Queries } from '../db/client.ts';
import { passkey } from '../db/schema/passkey.ts';
import { lockForFactors } from '../factor/policy.ts';
import { passkeyAddedMail } from '../mail/mails/passkey-changed.ts';
import { loadDeviceReader, nameDevice } from '../security/device.ts';
import { mailEvent } from '../security/mail-event.ts';
import { refusal } from '../transport/refusal.ts';
import { keepChallenge, usePasskeyChallenge } from './challenges.ts';
import { listOwnPasskeys, presentPasskey } from './queries.ts';
import { raiseByPasskey } from './raise-by-passkey.ts';
import { type KeptPasskey, makeCreationOptions, readCreated } from './webauthn.ts';

/**
 * Starts adding a passkey; the proof of identity is required here, before the browser creates
 * anything. [U13] Throws REAUTHENTICATION_NEEDED, INSUFFICIENT_AAL, TOO_MANY_PASSKEYS.
 */
export async function startRegistration({ context }: { context: MemberContext }) {
  const { services, actor } = context;
  const { db, env } = services;
  const own = await findAccount(db, { by: 'session', value: actor.session_id });
  if (!own) throw refusal('UNAUTHORIZED');
  const kept = await db.drizzle.transaction(async (tx) => {
    await lockForFactors(tx, context);
    return requireRoom(tx, actor.id);
  });
  const user = { id: actor.id, email: own.email, name: own.full_name };
  const options = await makeCreationOptions(env, user, kept);
  const { challenge } = options;
  const owner = { purpose: 'registration' as const, sessionId: actor.session_id };
  return { ...(await keepChallenge(db.drizzle, services, { ...owner, challenge })), options };
}

type Call = MemberCall<typeof calls.verifyRegistration>;

/**
 * Adds the passkey that the browser created, emails its member, and raises this session to aal2.
 * [U13] Throws WEBAUTHN_CHALLENGE_EXPIRED, PASSKEY_REFUSED, REAUTHENTICATION_NEEDED,
 * INSUFFICIENT_AAL, TOO_MANY_PASSKEYS.
 */
export async function verifyRegistration({ input, context }: Call): Promise<Passkey> {
  const { services, actor } = context;
  const { drizzle } = services.db;
  const owner = { purpose: 'registration' as const, sessionId: actor.session_id };
  const challenge = await usePasskeyChallenge(drizzle, services, {
    ...owner,
    id: input.challenge_id,
  });
  const made = await readCreated(services.env, { credential: input.credential, challenge });
  const name = await nameOf(context);
  try {
    return await drizzle.transaction((tx) => add(tx, context, { ...made, name }));
  } catch (error) {
    // A passkey belongs to one account: repeating somebody else's id cannot take it.
    if (isUniqueViolation(error, 'passkey_credential_id_unique')) throw refusal('PASSKEY_REFUSED');
    throw error;
  }
}

async function add(
  tx: Queries,
  context: MemberContext,
  { name: device, ...made }: KeptPasskey & { name: string },
): Promise<Passkey> {
  const { services, actor } = context;
  const account = await lockForFactors(tx, context);
  const name = freeName(device, await requireRoom(tx, actor.id));
  const event = { account, kind: 'passkey_added' as const, detail: name };
  const eventId = await mailEvent(tx, event, context, (token) =>
    passkeyAddedMail(services.env, { to: account.email, name, token }),
  );
  const [added] = await tx
    .insert(passkey)
    .values({ ...made, friendlyName: name, userId: actor.id, eventId })
    .returning();
  if (!added) throw new Error('the passkey was not written');
  await raiseByPasskey(tx, services, { sessionId: actor.session_id, isProof: false });
  return presentPasskey(added);
}

/** Throws TOO_MANY_PASSKEYS unless the locked account has room for another. */
async function requireRoom(tx: Queries, userId: string) {
  const kept = await listOwnPasskeys(tx, userId);
  if (kept.length >= PASSKEYS_MAX) throw refusal('TOO_MANY_PASSKEYS');
  return kept;
}

/**
 * The name of a device, numbered when the member has passkeys with that name: 'Chrome on Linux
 * 2'.
 */
function freeName(device: string, kept: { friendlyName: string }[]): string {
  const taken = new Set(kept.map(({ friendlyName }) => friendlyName));
  let name = device;
  for (let number = 2; taken.has(name); number += 1) name = `${device} ${number}`;
  return name;
}

/** Named after the device, until its member chooses a name. */
async function nameOf({ request }: MemberContext): Promise<string> {
  const deviceOf = await loadDeviceReader();
  const { browser, os } = deviceOf(request.headers['user-agent']);
  return (browser || os ? nameDevice({ browser, os }) : 'Passkey').slice(0, PASSKEY_NAME_MAX - 3);
}
