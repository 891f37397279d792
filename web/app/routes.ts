import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';

/** Every component in every state; development only. */
const workshop =
  process.env.NODE_ENV === 'production' ? [] : [route('styleguide', 'routes/styleguide.tsx')];

/** All pages of the product. */
export default [
  layout('routes/with-help.tsx', [
    layout('routes/shell.tsx', [
      // Public, prerendered
      layout('routes/guards/signed-out-only.tsx', [
        index('routes/home.tsx'),
        route('join', 'routes/join.tsx'),
      ]),
      route('about', 'routes/about.tsx'),
      route('faq', 'routes/faq.tsx'),
      route('terms', 'routes/terms.tsx'),
      route('guidelines', 'routes/guidelines.tsx'),
      route('privacy', 'routes/privacy.tsx'),
      route('contact', 'routes/contact.tsx'),

      // Pages of mailed links
      route('newsletter/confirm', 'routes/newsletter-confirm.tsx'),
      route('newsletter/unsubscribe', 'routes/newsletter-unsubscribe.tsx'),

      // Pages of mailed links that load data or are about an account, signed in or not
      layout('routes/guards/anyone.tsx', [
        route('waitlist/confirm', 'routes/waitlist-confirm.tsx'),
        route('notifications/unsubscribe', 'routes/mailed-settings.tsx'),
        route('reset-password', 'routes/reset-password.tsx'),
        route('sign-in-link', 'routes/sign-in-link.tsx'),
        route('continue', 'routes/continue.tsx'),
        route('confirm-email', 'routes/confirm-email.tsx'),
        route('undo-email-change', 'routes/undo-email-change.tsx'),
        route('not-me', 'routes/not-me.tsx'),
        route('suspended', 'routes/suspended.tsx'),
        route('suspended/account', 'routes/suspended-account.tsx'),
      ]),

      // For visitors and members, each with their own view
      layout('routes/guards/member-or-visitor.tsx', [
        route('profile/:userId', 'routes/profile.tsx'),
        route('pet-sitters', 'routes/pet-sitters.tsx'),
        route('jobs', 'routes/jobs.tsx'),
        route('jobs/:jobId', 'routes/job.tsx'),
      ]),

      // Members only; opens without a network, so it has its own guard
      route('my-day', 'routes/my-day.tsx'),

      // Members only
      layout('routes/guards/signed-in.tsx', [
        route('dashboard', 'routes/dashboard.tsx'),
        route('my-jobs', 'routes/my-jobs.tsx'),
        route('pet-owners', 'routes/pet-owners.tsx'),
        route('post-job', 'routes/post-job.tsx'),
        route('job-posted-success/:jobId', 'routes/job-posted-success.tsx'),
        route('chat', 'routes/inbox.tsx', [
          index('routes/inbox-start.tsx'),
          route(':userId', 'routes/chat.tsx'),
          route('job/:jobId/:claimId', 'routes/job-thread.tsx'),
        ]),
        route('edit-profile', 'routes/edit-profile.tsx'),
        route('security', 'routes/security.tsx'),
        route('security/views', 'routes/data-views.tsx'),
        route('pet-onboarding', 'routes/pet-onboarding.tsx'),
        route('pet-sitter-onboarding', 'routes/pet-sitter-onboarding.tsx'),
        route('onboarding-success', 'routes/onboarding-success.tsx'),
        route('invited', 'routes/invited.tsx'),
        route('my-requests', 'routes/my-requests.tsx'),
        route('notifications', 'routes/notifications.tsx'),
        route('notifications/settings', 'routes/notification-settings.tsx'),
        route('super-admin-setup', 'routes/super-admin-setup.tsx'),
      ]),

      ...workshop,
      route('*', 'routes/not-found.tsx'),
    ]),
  ]),

  // Staff only, in their own layout
  layout('routes/guards/signed-in.tsx', { id: 'signed-in-staff' }, [
    layout('routes/guards/staff.tsx', [
      route('admin', 'routes/admin.tsx', [
        index('routes/admin-dashboard.tsx'),
        route('users', 'routes/admin-users.tsx'),
        route('users/identity', 'routes/admin-identity.tsx'),
        route('users/:userId', 'routes/admin-member.tsx'),
        route('analytics', 'routes/admin-analytics.tsx'),
        route('content', 'routes/admin-content.tsx'),
        route('content/reports/:reportId', 'routes/admin-report.tsx'),
        route('jobs/:jobId', 'routes/admin-job.tsx'),
        route('feedback', 'routes/admin-feedback.tsx'),
        route('invitations', 'routes/admin-invitations.tsx'),
        layout('routes/guards/super-admin.tsx', [
          route('activity', 'routes/admin-activity.tsx'),
          route('system', 'routes/admin-system.tsx'),
          route('database', 'routes/admin-database.tsx'),
          route('settings', 'routes/admin-settings.tsx'),
        ]),
      ]),
    ]),
  ]),
] satisfies RouteConfig;
