/** Where and how members ask for more codes. [I1] */
export function moreCodesAddress(supportEmail: string): string {
  const subject = encodeURIComponent('Request for Additional Invite Codes');
  return `mailto:${supportEmail}?subject=${subject}`;
}
