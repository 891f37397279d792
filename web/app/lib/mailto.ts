/**
 * The link that writes to an address. All of it is encoded but the @: a ? within it would begin
 * parameters, and add readers or a text that nobody typed.
 */
export function mailto(address: string, subject?: string): string {
  const query = subject ? `?subject=${encodeURIComponent(subject)}` : '';
  return `mailto:${encodeURIComponent(address).replaceAll('%40', '@')}${query}`;
}
