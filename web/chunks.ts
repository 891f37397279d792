import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const APP = fileURLToPath(new URL('./app/', import.meta.url));

/** Modules on every page, including the landing page, whose JavaScript is limited to 125 kB. */
const EVERYWHERE = {
  'account/session': [
    'session-events',
    'session-hint',
    'session-start',
    'session-store',
    'use-session',
  ],
  'account/sign-in': ['return-path'],
  feedback: ['help-button', 'help-signal'],
  lib: ['store', 'when-idle'],
  'lib/calls': ['first-page'],
  'lib/loading': ['import-file', 'load-code', 'use-rest-later'],
  newsletter: ['newsletter-form'],
  notify: ['notifications', 'toast-hosts'],
  public: ['form-parts', 'mailbox-notice', 'public-page-meta', 'use-open-form'],
  shell: [
    'bare-bar',
    'connection-line',
    'entries',
    'error-page',
    'footer',
    'shell',
    'top-bar',
    'visitor-menu',
  ],
  theme: ['theme', 'theme-script', 'theme-switch'],
  ui: [
    'button',
    'class-names',
    'field',
    'icons',
    'limit-characters',
    'link',
    'logo',
    'segmented-control',
    'skeleton',
    'spinner',
    'text-input',
    'textarea',
  ],
  'ui/illustrations': [
    'animals',
    'cat-on-sill',
    'drawing',
    'first-paw',
    'key-on-tag',
    'lead',
    'whole-biscuit',
  ],
};

/**
 * Which modules share a file, by name: small files compress badly, and the route manifest lists
 * each of them. A name without a module fails the build, so that a renamed file is noticed.
 */
export const groups = [
  {
    name: 'framework',
    test: /rolldown\/runtime|node_modules\/(react|react-dom|react-router|scheduler)\//,
  },
  {
    name: 'frame',
    test: ofModules(EVERYWHERE, '|/contract/src/text/count-characters\\.ts$'),
  },
  // Modules that public pages share with members' pages, separate so that public pages do not load
  // all the others.
  {
    name: 'public',
    test: ofModules(
      {
        lib: ['config', 'counted'],
        ui: ['card'],
        'ui/illustrations': ['dog-on-lead'],
      },
      '|/icons/chevron-down\\.mjs$',
    ),
  },
  // Each of these includes everything it imports that is in no group above.
  {
    name: 'data',
    test: ofModules(
      {
        'account/session': ['session-guard'],
        'job/list': ['job-list'],
        'lib/live': ['live'],
        notify: ['notify-failure'],
      },
      '|/contract/src/text/rules\\.ts$|/icons/(eye|x)\\.mjs$',
    ),
  },
  {
    name: 'member',
    test: ofModules(
      {
        'account/session': ['session-upkeep'],
        deletion: ['keep-account-part'],
        lib: ['page-meta', 'uuid'],
        'lib/calls': ['pages'],
        onboarding: ['jobs-near'],
        shell: ['member-controls'],
        ui: ['back-link', 'late-menu', 'load-failed', 'moment', 'part-spinner', 'return-link'],
      },
      '|/contract/src/(chat/rules|job/actions|time/date-in)\\.ts$' +
        '|/icons/(arrow-right|badge-check|calendar-check|check|clock|copy|external-link|heart-pulse|key-round|send-horizontal|settings|users)\\.mjs$',
    ),
  },
  // /join reads an invite code before its forms are loaded.
  { name: 'invite', test: /\/contract\/src\/invite\/rules\.ts$/ },
  // What the page for signing up and in shares with other forms, and what only it imports.
  { name: 'draft', test: ofModules({ lib: ['stored-draft'] }) },
  { name: 'zod', test: /node_modules\/zod\/|\/contract\/src\/(text\/schema|transport\/base)\.ts$/ },
  {
    name: 'forms',
    test: ofModules(
      { 'lib/calls': ['form-errors', 'wrong-fields'] },
      '|/node_modules/(react-hook-form|@hookform/resolvers)/',
    ),
  },
  // What menus, dialogs and tabs share; most pages fetch the first two once they are rendered.
  {
    name: 'layers',
    test: /node_modules\/@radix-ui\/react-(dismissable-layer|focus-scope|roving-focus)\//,
  },
  {
    name: 'windows',
    test: ofModules({ invite: ['invite-window'], ui: ['dialog', 'confirm-dialog'] }),
  },
  { name: 'menu', test: ofModules({ ui: ['dropdown-menu'] }) },
  // Modules that several members' pages share: actions of jobs, people, chats, single jobs.
  { name: 'actions', test: ofModules({ 'job/moves': ['use-job-moves'], ui: ['more-menu'] }) },
  {
    name: 'person',
    test: ofModules(
      {
        favorite: ['heart-button', 'use-favorites'],
        lib: ['copy-text'],
        member: ['fact-row', 'fact-texts', 'role-label', 'trust-path'],
        offer: ['use-offers'],
        report: ['report-button'],
        review: ['rating-line', 'reply', 'review-body'],
        ui: ['call-link'],
      },
      '|/contract/src/vault/rules\\.ts$',
    ),
  },
  {
    name: 'thread',
    test: ofModules({ chat: ['job-channel'], 'chat/thread': ['thread', 'use-thread-messages'] }),
  },
  {
    name: 'job',
    test: ofModules(
      {
        job: ['job-states', 'job-summary', 'use-job'],
        'job/claim': ['introduction'],
        'job/history': ['claim-ended', 'use-job-history'],
        'job/requirements': ['requirement-list', 'requirement-texts'],
      },
      '|/icons/calendar-plus\\.mjs$',
    ),
  },
  // The dashboard, with what only it imports.
  { name: 'home', test: ofModules({ dashboard: ['dashboard'] }) },
  { name: 'join', test: ofModules({ 'account/sign-up': ['join'] }) },
];

function ofModules(names: Record<string, string[]>, more = ''): RegExp {
  const paths = Object.entries(names).flatMap(([folder, files]) =>
    files.map((file) => `${folder}/${file}`),
  );
  const missing = paths.filter(
    (path) => !['.ts', '.tsx'].some((end) => existsSync(APP + path + end)),
  );
  if (missing.length > 0) throw new Error(`No such modules: ${missing.join(', ')}`);
  return new RegExp(`/web/app/(${paths.join('|')})\\.tsx?$${more}`);
}
