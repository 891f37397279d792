import type { Session } from '@kindpal/contract/account/schema';
import type { Passkey } from '@kindpal/contract/passkey/schema';
import {
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
  WebAuthnError,
} from '@simplewebauthn/browser';
import { client } from '~/lib/calls/client.ts';

type CreationOptions = Awaited<ReturnType<typeof client.passkey.startRegistration>>['options'];
/** A passkey response, used as a proof. */
export type ShownPasskey = Parameters<typeof client.passkey.confirm>[0];
type RequestOptions = Awaited<ReturnType<typeof client.passkey.startSignIn>>['options'];

/** Cancels the request that waits for a passkey below an input. */
export function stopWaiting(): void {
  WebAuthnAbortService.cancelCeremony();
}

/**
 * Creates a passkey and adds it to the account; `known` if this device already has one for it.
 * [U13]
 */
export async function addPasskey(): Promise<Passkey | 'closed' | 'known'> {
  const { challenge_id, options } = await client.passkey.startRegistration();
  const credential = await createPasskey(options);
  if (typeof credential === 'string') return credential;
  return client.passkey.verifyRegistration({ challenge_id, credential });
}

/** Signs in with a passkey; null if the browser's dialog was closed. [U13] */
export async function signInByPasskey(): Promise<Session | null> {
  const { challenge_id, options } = await client.passkey.startSignIn();
  const credential = await showPasskey(options);
  return credential && client.passkey.signIn({ challenge_id, credential });
}

/**
 * Waits until a passkey is chosen from the browser's list below an input. Null if the browser does
 * not support this, or `wait` is over before. [U13]
 */
export async function signInFromBox(wait: { isOver: boolean }): Promise<Session | null> {
  if (!(await browserSupportsWebAuthnAutofill())) return null;
  // If the request fails or the browser refuses, the button is still there.
  const begun = await client.passkey.startSignIn().catch(() => null);
  if (!begun || wait.isOver) return null;
  const credential = await showPasskey(begun.options, { inBox: true }).catch(() => null);
  if (!credential || wait.isOver) return null;
  return client.passkey.signIn({ challenge_id: begun.challenge_id, credential });
}

/** Requests one of the member's own passkeys; null if the browser's dialog was closed. [U10] */
export async function showOwnPasskey(): Promise<ShownPasskey | null> {
  const { challenge_id, options } = await client.passkey.startConfirmation();
  const credential = await showPasskey(options);
  return credential && { challenge_id, credential };
}

async function createPasskey(optionsJSON: CreationOptions) {
  try {
    const made = await startRegistration({ optionsJSON });
    const { clientDataJSON, attestationObject, transports } = made.response;
    return { ...named(made), response: { clientDataJSON, attestationObject, transports } };
  } catch (error) {
    if (isClosed(error)) return 'closed' as const;
    const isKnown =
      error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED';
    if (isKnown) return 'known' as const;
    throw error;
  }
}

async function showPasskey(optionsJSON: RequestOptions, { inBox = false } = {}) {
  try {
    const shown = await startAuthentication({ optionsJSON, useBrowserAutofill: inBox });
    const { clientDataJSON, authenticatorData, signature, userHandle } = shown.response;
    return {
      ...named(shown),
      response: { clientDataJSON, authenticatorData, signature, userHandle },
    };
  } catch (error) {
    if (isClosed(error)) return null;
    throw error;
  }
}

/** Leaves extension results out: the server requests no extensions. */
const named = ({ id, rawId }: { id: string; rawId: string }) => ({
  id,
  rawId,
  type: 'public-key' as const,
});

/** The dialog was closed, there is no matching passkey, or another request replaced this one. */
function isClosed(error: unknown): boolean {
  return error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name);
}
