import type { Env } from '../../env.ts';

/** Ends an email about a decision against which its member may appeal once. [S4] */
export const APPEAL =
  'If you think this is a mistake, you can appeal once. Someone else on our team will decide.';

/** The button that leads a member who can sign in to their decisions. */
export const toDecisions = (env: Env) => ({
  label: 'Read or appeal',
  url: `${env.appUrl}/my-requests`,
});
