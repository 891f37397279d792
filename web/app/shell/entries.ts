/** Where the bar leads those who are not signed in [P7]. */
export const visitorEntries = [
  { to: '/jobs', label: 'Find Jobs' },
  { to: '/about', label: 'About' },
  { to: '/faq', label: 'FAQ' },
] as const;

/** The footer's links, all of them real places [P6]. */
export const footerEntries = [
  { to: '/', label: 'Home' },
  { to: '/about', label: 'About' },
  { to: '/faq', label: 'FAQ' },
  { to: '/terms', label: 'Terms' },
  { to: '/privacy', label: 'Privacy' },
  { to: '/join', label: 'Become a Kindpal' },
  { to: '/contact', label: 'Contact' },
] as const;
