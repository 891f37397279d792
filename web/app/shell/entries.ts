/** Where the bar leads those who are not signed in [P7]. */
export const visitorEntries = [
  { to: '/jobs', label: 'Find Jobs' },
  { to: '/about', label: 'About' },
  { to: '/faq', label: 'FAQ' },
] as const;

/** Where the avatar's menu and the phone's panel lead, in this order; signing out comes last [P7]. */
export const memberEntries = [
  { to: '/dashboard', label: 'Dashboard', icon: 'dashboard' },
  { to: '/edit-profile', label: 'Profile Settings', icon: 'profile' },
  { to: '/post-job', label: 'Post a Job', icon: 'post' },
  { to: '/jobs', label: 'View Jobs', icon: 'jobs' },
] as const;

type StaffEntry = { to: string; label: string };

/** What admins and super admins find besides [P7]. */
export const staffEntries: readonly StaffEntry[] = [{ to: '/admin', label: 'Admin' }];

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
