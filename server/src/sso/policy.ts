import { and, eq } from 'drizzle-orm';
import { isOutsideIdentityOf } from '../account/session/credential.ts';
import { authAccount } from '../db/schema/account.ts';

/*
 * Anybody may start to sign in at a configured provider. Its response counts only in the browser
 * that started, or for the API client that knows the verifier, once. It signs in to the account
 * linked to the identity; the provider alone can't link or create anything. A member links an
 * identity while signed in, soon after proving their identity, and only one with a verified
 * address; joining needs that too, and an invite. An identity belongs to one account. A SAML
 * provider sends the browser with a form, without its cookies: it only gets a code then, and
 * redeeming the code identifies who started. A super admin, soon after proving their identity,
 * assigns email domains to configured providers: this decides whose word counts about an address,
 * not whose account opens. Members see and unlink only their own identities, and the last sign-in
 * method can't be removed.
 */

/** How much a provider's clock may differ from ours, in seconds. [U11] */
export const SKEW_SECONDS = 120;

/** One of a member's own outside identities, as a WHERE. [U12] */
export function ownIdentity(userId: string, id: string) {
  return and(eq(authAccount.id, id), isOutsideIdentityOf(userId));
}
