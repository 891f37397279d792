/*
 * Members see their own devices and what happened to their own account, and sign out their own
 * devices; nobody sees those of others, staff neither. The link in an email about a sign-in proves
 * the mailbox: it ends every session and starts the recovery of the password, once, for 7 days.
 */

/** For how long a member can say that a sign-in was somebody else, in days. [U6] */
export const DISOWN_DAYS = 7;
