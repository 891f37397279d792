import type { ViewedKind } from '@kindpal/contract/privacy/schema';
import type { ReadAction } from '@kindpal/contract/staff/activity';
import { PARTICIPANTS } from '../../reading/policy.ts';

type Subjects = { kind: ViewedKind; from: string };

/**
 * The members whose rows a read shows, for their list of data views. Reports and appeals are not
 * included: the reported member must not learn of a report.
 */
export const VIEWED_SUBJECTS: Partial<Record<ReadAction, Subjects>> = {
  users_read: ofMembers('account'),
  identity_read: ofMembers('identity'),
  deliveries_read: ofMembers('emails'),
  job_read: ofJobs(),
  jobs_read: ofJobs(),
  feedback_read: {
    kind: 'request',
    from: 'SELECT user_id, NULL::uuid, id FROM feedback JOIN shown USING (id)',
  },
  invite_requests_read: {
    kind: 'request',
    from: 'SELECT user_id, NULL::uuid, id FROM invite_requests JOIN shown USING (id)',
  },
  reviews_read: {
    kind: 'review',
    from: 'SELECT reviewer_id, NULL::uuid, id FROM reviews JOIN shown USING (id)',
  },
  chat_read: {
    kind: 'chat',
    from: `SELECT unnest(ARRAY[side.one, side.other]), NULL::uuid, id
      FROM chat_readings reading JOIN shown USING (id) CROSS JOIN LATERAL ${PARTICIPANTS} side`,
  },
};

function ofMembers(kind: ViewedKind): Subjects {
  return { kind, from: 'SELECT id, NULL::uuid, NULL::uuid FROM users JOIN shown USING (id)' };
}

function ofJobs(): Subjects {
  return {
    kind: 'job',
    from: 'SELECT owner_id, id, NULL::uuid FROM jobs JOIN shown USING (id)',
  };
}
