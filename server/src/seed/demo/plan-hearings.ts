import { HEARING_HOURS } from '@kindpal/contract/hearing/schema';
import { READING_HOURS } from '@kindpal/contract/reading/schema';
import type { chatReadings, hearings } from '../../db/schema/hearing.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

export type HearingsPlan = {
  hearings: (typeof hearings.$inferInsert)[];
  readings: (typeof chatReadings.$inferInsert)[];
};

type Given = {
  ago: (time: number) => Date;
  /** Ids of staff, of three reports, of the first report's conversation, and of members. */
  admin: string;
  boss: string;
  harassed: string;
  advertised: string;
  faked: string;
  conversation: string;
  rude: string;
  warned: string;
  reporter: string;
};

/**
 * Questions to both sides before a decision, and a conversation that two staff members read. [S4]
 */
export function planHearings(given: Given): HearingsPlan {
  const { ago, admin, boss, harassed, advertised, faked } = given;
  const hearing = (asked: typeof hearings.$inferInsert & { created_at: Date }) => ({
    ...asked,
    asked_by: admin,
    answer_until: new Date(asked.created_at.getTime() + HEARING_HOURS * HOUR),
  });
  return {
    hearings: [
      hearing({
        report_id: harassed,
        side: 'member',
        member_id: given.rude,
        question: 'What led to your last message in this chat?',
        created_at: ago(18 * HOUR),
        answer: 'I had kept the whole Saturday free. I was angry, and I shouldn’t have said that.',
        answered_at: ago(3 * HOUR),
      }),
      hearing({
        report_id: advertised,
        side: 'reporter',
        member_id: given.reporter,
        question: 'Which link do you mean? We don’t see one in this profile now.',
        created_at: ago(DAY),
      }),
      hearing({
        report_id: faked,
        side: 'member',
        member_id: given.warned,
        question: 'Your profile says that you’re a vet nurse. Where do you work?',
        created_at: ago(5 * DAY + HOUR),
        answer: 'At the clinic on Main Street, for six years.',
        answered_at: ago(5 * DAY + HOUR / 2),
      }),
    ],
    readings: [
      {
        report_id: harassed,
        conversation_id: given.conversation,
        asked_by: admin,
        reason: 'The reported message answers one that the report does not show.',
        created_at: ago(17 * HOUR),
        decided_by: boss,
        decided_at: ago(16 * HOUR),
        ends_at: ago((16 - READING_HOURS) * HOUR),
        read_at: ago(15 * HOUR),
      },
    ],
  };
}
