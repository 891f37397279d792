/*
 * Anybody may begin to sign in at a provider that the settings name. What the provider says counts
 * only in the browser that began, or for the API client that knows its verifier, once. It signs in to
 * the account that the identity is linked to; a provider's word alone links and creates nothing. A
 * member links an identity while signed in, soon after they have proved who they are, and only one
 * whose address the provider has verified; joining needs that too, and an invite. An identity opens
 * one account. A SAML provider sends the browser as a form, without its cookies: it only gets a code
 * then, and who began is known by the code. A super admin, soon after they have proved who they are,
 * gives domains of email addresses to providers of the settings: whose word counts about an address, not
 * whose account opens. A member sees and unlinks their own only, and the last way to sign in stays.
 */

/** What a provider says of its own clock and ours may differ by so much, in seconds. [U11] */
export const SKEW_SECONDS = 120;
