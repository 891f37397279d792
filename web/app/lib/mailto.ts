/**
 * A mailto link to an address. Everything except the @ is encoded: a ? in the address would start
 * parameters, which could add recipients or a text.
 */
export function mailto(address: string, subject?: string): string {
  const query = subject ? `?subject=${encodeURIComponent(subject)}` : '';
  return `mailto:${encodeURIComponent(address).replaceAll('%40', '@')}${query}`;
}
