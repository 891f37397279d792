/** The bar's links for visitors [P7]. */
export const visitorEntries = [
  { to: '/jobs', label: 'Find Jobs' },
  { to: '/about', label: 'About' },
  { to: '/faq', label: 'FAQ' },
] as const;

type FooterEntry = { to: string; label: string; forMembers?: { to: string; label: string } };

/**
 * The footer's links, all of them real pages; members see a link to invite instead of the one to
 * join [P6].
 */
export const footerEntries: readonly FooterEntry[] = [
  { to: '/', label: 'Home' },
  { to: '/about', label: 'About' },
  { to: '/faq', label: 'FAQ' },
  { to: '/terms', label: 'Terms' },
  { to: '/guidelines', label: 'Guidelines' },
  { to: '/privacy', label: 'Privacy' },
  {
    to: '/join',
    label: 'Become a Kindpal',
    forMembers: { to: '/invited', label: 'Invite a Kindpal' },
  },
  { to: '/contact', label: 'Contact' },
];
