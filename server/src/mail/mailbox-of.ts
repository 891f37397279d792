/** Domains whose mailboxes ignore dots, by the name that all of them share. */
const WITHOUT_DOTS: Record<string, string> = {
  'gmail.com': 'gmail.com',
  'googlemail.com': 'gmail.com',
};

/**
 * The mailbox that emails to an address most likely arrive in: what follows a plus is a tag. Only
 * to count emails by: otherwise a mailbox would get as many as there are tags.
 */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@');
  const domain = email.slice(at + 1).toLowerCase();
  const name = email
    .slice(0, at)
    .toLowerCase()
    .replace(/(?<!^)\+.*/, '');
  const shared = WITHOUT_DOTS[domain];
  return shared ? `${name.replaceAll('.', '')}@${shared}` : `${name}@${domain}`;
}
