import type { feedback } from '../../db/schema/feedback.ts';
import type { inviteRequests } from '../../db/schema/invite.ts';
import type { newsletterSubscriptions } from '../../db/schema/newsletter.ts';
import type { waitlistEntries } from '../../db/schema/waitlist.ts';
import type { PlannedMember } from './plan-members.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const AGENT = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Safari/605.1.15';

export type DeskPlan = {
  feedback: (typeof feedback.$inferInsert)[];
  requests: (typeof inviteRequests.$inferInsert)[];
  waitlist: (typeof waitlistEntries.$inferInsert)[];
  readers: (typeof newsletterSubscriptions.$inferInsert)[];
};

/**
 * Work for the demo's staff: new and answered feedback, requests for codes, the waiting list.
 * [F4] [S2]
 */
export function planDesk(now: Date, members: PlannedMember[]): DeskPlan {
  const ago = (time: number) => new Date(now.getTime() - time);
  const idOf = (place: number) => members[place % members.length]?.id as string;
  const founder = idOf(0);
  return {
    feedback: [
      {
        user_id: idOf(7),
        message:
          'Could the job form remember the times of my last job? I post the same walk weekly.',
        page_url: '/post-job',
        created_at: ago(3 * HOUR),
      },
      {
        email: 'june@visitors.example',
        wants_follow_up: true,
        message: 'I’ve moved to Maplewood with two cats. How do I find a member who can invite me?',
        page_url: '/',
        created_at: ago(9 * HOUR),
      },
      {
        user_id: idOf(12),
        message: 'The photo of my dog is sideways after I uploaded it from my phone.',
        page_url: '/edit-profile',
        status: 'in_progress' as const,
        created_at: ago(2 * DAY),
      },
      {
        user_id: idOf(5),
        message: 'Thank you for the calendar. It would help to see two months next to each other.',
        page_url: '/edit-profile',
        status: 'responded' as const,
        admin_response: 'Good idea! We’ve noted it and will let you know when it’s ready.',
        responded_at: ago(4 * DAY),
        responded_by: founder,
        version: 2,
        created_at: ago(5 * DAY),
      },
      {
        user_id: idOf(16),
        message: 'My second sitter never got the message I sent before the claim.',
        page_url: '/chat',
        status: 'resolved' as const,
        version: 2,
        created_at: ago(11 * DAY),
      },
      {
        message: 'Is there an app for tablets as well?',
        page_url: '/faq',
        status: 'closed' as const,
        version: 2,
        created_at: ago(20 * DAY),
      },
    ].map((row) => ({ ...row, user_agent: AGENT })),
    requests: [
      {
        user_id: idOf(6),
        message: 'My sister moves here in spring and has a greyhound.',
        created_at: ago(20 * HOUR),
      },
      {
        user_id: idOf(9),
        message: 'Two neighbors on our street asked me.',
        created_at: ago(3 * DAY),
      },
      {
        user_id: idOf(14),
        message: 'For a colleague at the animal shelter.',
        status: 'granted' as const,
        decided_at: ago(8 * DAY),
        decided_by: founder,
        decision_reason: 'Enjoy having a colleague here.',
        created_at: ago(9 * DAY),
      },
    ],
    waitlist: [
      {
        email: 'ines.alder@visitors.example',
        full_name: 'Ines Alder',
        note: 'Two rabbits, one large garden.',
        created_at: ago(5 * HOUR),
        confirmed_at: ago(4 * HOUR),
      },
      {
        email: 'tom.becker@visitors.example',
        full_name: 'Tom Becker',
        note: 'I sat dogs for three years in Montclair.',
        created_at: ago(2 * DAY),
        confirmed_at: ago(2 * DAY),
      },
      {
        email: 'rosa.lind@visitors.example',
        full_name: 'Rosa Lind',
        created_at: ago(4 * DAY),
        confirmed_at: ago(4 * DAY),
      },
      {
        email: 'kim.osei@visitors.example',
        full_name: 'Kim Osei',
        note: 'Just moved in next to the park.',
        created_at: ago(6 * DAY),
      },
    ],
    readers: [
      {
        email: 'ines.alder@visitors.example',
        created_at: ago(5 * HOUR),
        confirmed_at: ago(4 * HOUR),
      },
      {
        email: 'leo.marsh@visitors.example',
        created_at: ago(12 * DAY),
        confirmed_at: ago(12 * DAY),
      },
      {
        email: 'ada.pike@visitors.example',
        created_at: ago(30 * DAY),
        confirmed_at: ago(30 * DAY),
        unsubscribed_at: ago(3 * DAY),
      },
    ],
  };
}
