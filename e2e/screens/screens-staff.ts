import { press, type Screen } from './screen.ts';
import { answerOf, type Demo, jobsOf, type Person, signIn } from './screens-people.ts';

export const windowsOfStaff = (): Screen[] => [
  { path: '/admin/feedback', name: 'window-answer', open: press('Answer') },
  { path: '/admin/users', name: 'window-role', open: press(/^Change role/) },
  { path: '/admin/content?tab=jobs', name: 'window-take-down', open: press(/^Take down/) },
  { path: '/admin/content?tab=reviews', name: 'window-hide-review', open: press(/^Hide the/) },
  { path: '/admin/invitations', name: 'window-disable-code', open: press('Disable a code') },
  { path: '/admin', name: 'sidebar', open: press('Toggle sidebar') },
  { path: '/admin/invitations', name: 'window-refuse-request', open: press('Refuse') },
];

/** Dialogs for staff about a member and about a claim. */
export async function windowsOfCases(owner: Person): Promise<Screen[]> {
  const claimed = (await jobsOf(owner, 'owner')).find(({ job }) => job.status === 'claimed');
  return [
    { path: `/admin/users/${owner.id}`, name: 'window-suspend', open: press(/^Suspend/) },
    { path: '/admin/users/identity', name: 'window-identity', open: press(/^(Record|Start)/) },
    ...(claimed
      ? [
          {
            path: `/admin/jobs/${claimed.job.id}`,
            name: 'window-end-claim',
            open: press('End claim'),
          },
        ]
      : []),
  ];
}

/** The dashboard while a report concerns both of the demo's staff: one sent it about the other. */
export async function needsMoreStaff(demo: Demo, { api }: Person): Promise<Screen> {
  const { id, api: theirs } = await signIn(demo, 'admin');
  await theirs.dispose();
  return {
    path: '/admin',
    name: 'admin-needs-more-staff',
    async open(page) {
      // Sent once; the second report of the same profile is refused.
      const data = { subject_type: 'profile', subject_id: id, reason: 'other', details: 'Rude.' };
      await api.post('/rest/v1/reports', { data });
      await page.reload();
      await page.getByText('No one on your team can handle').waitFor();
    },
  };
}

/** A member and a job as staff see them, and the first report of the queue. */
export async function cases({ api }: Person, member: Person): Promise<string[]> {
  type Reports = { items: { id: string }[] };
  const { items } = await answerOf<Reports>(api.get('/rest/v1/reports?state=open'));
  const [listed] = await jobsOf(member, 'owner');
  const [first] = items;
  return [
    `/admin/users/${member.id}`,
    ...(listed ? [`/admin/jobs/${listed.job.id}`] : []),
    ...(first ? [`/admin/content/reports/${first.id}`] : []),
  ];
}
