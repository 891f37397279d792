import {
  definitionOf,
  NOTIFICATION_TYPES,
  type NotificationTarget,
  type NotificationType,
} from './catalog.ts';

/** The ids used in links; null where a type has none. */
type Ids = { job_id: string | null; claim_id: string | null; actor_id: string | null };

const PATHS: Record<NotificationTarget, (ids: Ids) => string> = {
  job: ({ job_id }) => `/jobs/${job_id}`,
  job_thread: ({ job_id, claim_id }) => `/chat/job/${job_id}/${claim_id}`,
  conversation: ({ actor_id }) => `/chat/${actor_id}`,
  invited: () => '/invited',
  my_requests: () => '/my-requests',
  own_profile: () => '/edit-profile',
  security: () => '/security',
  data_views: () => '/security/views',
  content: () => '/admin/content',
  notifications: () => '/notifications',
  feedback_desk: () => '/admin/feedback',
  invitations_desk: () => '/admin/invitations',
  waitlist_desk: () => '/admin/invitations?tab=waitlist',
  identity_desk: () => '/admin/users/identity',
  admin_home: () => '/admin',
  system_health: () => '/admin/system',
};

/** The page that a notification links to. */
export function pathOfNotification(type: NotificationType, ids: Ids): string {
  return PATHS[definitionOf(type).target](ids);
}

const ID = '([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})';
const PAGES: [RegExp, NotificationTarget][] = [
  [new RegExp(`^/jobs/${ID}$`), 'job'],
  [new RegExp(`^/chat/job/${ID}/${ID}$`), 'job_thread'],
  [new RegExp(`^/chat/${ID}$`), 'conversation'],
  [/^\/invited$/, 'invited'],
  [/^\/my-requests$/, 'my_requests'],
  [/^\/edit-profile$/, 'own_profile'],
  [/^\/security$/, 'security'],
  [/^\/security\/views$/, 'data_views'],
  [/^\/admin\/content$/, 'content'],
  [/^\/notifications$/, 'notifications'],
  [/^\/admin\/feedback$/, 'feedback_desk'],
  [/^\/admin\/invitations\?tab=waitlist$/, 'waitlist_desk'],
  [/^\/admin\/invitations$/, 'invitations_desk'],
  [/^\/admin\/users\/identity$/, 'identity_desk'],
  [/^\/admin$/, 'admin_home'],
  [/^\/admin\/system$/, 'system_health'],
];

type Visited = { types: NotificationType[]; subject_id: string | null };

/**
 * The notifications that link to a visited page: their types, and their subject id, or null for a
 * page about the viewer. Null for a page without any. A tab (`?tab=…`) that none links to counts
 * as its page.
 */
export function targetOfPath(path: string): Visited | null {
  return findTarget(path) ?? findTarget(path.replace(/\?.*$/, ''));
}

function findTarget(path: string): Visited | null {
  for (const [pattern, target] of PAGES) {
    const match = pattern.exec(path);
    if (!match) continue;
    const types = (Object.keys(NOTIFICATION_TYPES) as NotificationType[]).filter(
      (type) => definitionOf(type).target === target,
    );
    return { types, subject_id: match.at(-1) === path ? null : (match.at(-1) ?? null) };
  }
  return null;
}
