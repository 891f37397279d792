/**
 * The addresses that the router in the browser knows beyond the prerendered pages; all others are
 * answered with the same page and a true 404. A test holds this list against the web's own. [P2]
 */
export const ROUTES = [
  '/reset-password',
  '/confirm-email',
  '/undo-email-change',
  '/newsletter/confirm',
  '/newsletter/unsubscribe',
  '/waitlist/confirm',
  '/profile/:id',
  '/pet-sitters',
  '/jobs',
  '/jobs/:id',
  '/dashboard',
  '/post-job',
  '/job-posted-success/:id',
  '/chat',
  '/chat/:id',
  '/edit-profile',
  '/pet-onboarding',
  '/pet-sitter-onboarding',
  '/onboarding-success',
  '/invited',
  '/my-requests',
  '/super-admin-setup',
  '/admin',
  '/admin/users',
  '/admin/analytics',
  '/admin/content',
  '/admin/feedback',
  '/admin/invitations',
  '/admin/activity',
  '/admin/system',
  '/admin/database',
  '/admin/settings',
];

const PATTERN = new RegExp(`^(${ROUTES.map((route) => route.replace(':id', '[^/]+')).join('|')})$`);

/** Whether the web app has a page at this path. */
export function isRoute(path: string): boolean {
  return PATTERN.test(path);
}
