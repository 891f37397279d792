/**
 * The entries of the avatar menu and the phone's panel, in this order; signing out comes last
 * [P7].
 */
export const memberEntries = [
  { to: '/dashboard', label: 'Dashboard', icon: 'dashboard' },
  { to: '/my-jobs', label: 'My Jobs', icon: 'mine' },
  { to: '/edit-profile', label: 'Profile Settings', icon: 'profile' },
  { to: '/edit-profile#availability', label: 'Calendar', icon: 'calendar' },
  { to: '/pet-sitters', label: 'Find a Pet Pal', icon: 'sitters' },
  { to: '/post-job', label: 'Post a Job', icon: 'post' },
  { to: '/jobs', label: 'View Jobs', icon: 'jobs' },
] as const;

type Address = { pathname: string; hash: string };

/** The entry of the current page, if any: a section with its own entry takes precedence. [P7] */
export function currentEntry({ pathname, hash }: Address): string | undefined {
  const isEntry = (address: string) => memberEntries.some(({ to }) => to === address);
  return [pathname + hash, pathname].find(isEntry);
}

type StaffEntry = { to: string; label: string };

/** Additional entries for admins and super admins [P7]. */
export const staffEntries: readonly StaffEntry[] = [{ to: '/admin', label: 'Admin' }];
