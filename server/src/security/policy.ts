/*
 * Members see their own devices and security events, and sign out their own devices; nobody sees
 * those of others, including staff. The link in an email about a sign-in proves the mailbox: it
 * ends every session and starts the recovery of the password, once, within 7 days. The link about
 * a requested deletion works for as long as the deletion can be canceled.
 */

/** How many days a member can say that an event was somebody else. [U6] */
export const DISOWN_DAYS = 7;
