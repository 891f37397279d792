import type { HelpTopic } from '@kindpal/contract/feedback/schema';

type CannedAnswer = { label: string; text: string };

/** Frequent answers of staff, meant to be edited before sending. [F4] */
const GENERAL: readonly CannedAnswer[] = [
  {
    label: 'We’re looking into it',
    text: 'Thank you for telling us. We’re looking into it and will write again as soon as we know more.',
  },
  {
    label: 'Fixed',
    text: 'Thank you for telling us. This is fixed now; please try again, and write to us if anything is still not right.',
  },
  {
    label: 'Which page and device?',
    text: 'Thank you for writing. To find out what happened we need a little more: on which page were you, with which device, and what did you see?',
  },
  {
    label: 'Invite codes',
    text: 'Every member has one code for one person. To bring someone else, open Invite in the top bar and ask for another code. Tell us who you’d like to bring.',
  },
  {
    label: 'Between the two of you',
    text: 'Pay and cancellation are agreed between owner and sitter, so we can’t decide this for you. Please settle it in the job’s chat. If someone breaks our rules, tell us who and when.',
  },
];

const FITTING: Record<HelpTopic, readonly CannedAnswer[]> = {
  no_answer: [
    {
      label: 'No reply: what you can do',
      text: 'We’re sorry you’re left waiting. Please call or write in the job’s chat once more. If the visit can’t wait, you can remove this sitter on the job page: the job opens again and other sitters see it right away. Tell us here what happened.',
    },
    {
      label: 'No reply: we’ll write to them',
      text: 'We’re sorry you’re left waiting. We’re writing to the other member now and will tell you here what they say.',
    },
  ],
  pet_incident: [
    {
      label: 'Pet: first the vet',
      text: 'We’re sorry to hear this. If your pet needs care, please see a vet or an emergency clinic near you first. Then tell us what happened and when, and keep photos and bills. We’ll hear the other side as well.',
    },
  ],
  something_else: [],
  end_job: [
    {
      label: 'Ended',
      text: 'We’ve ended the claim on this job. Any home access was removed.',
    },
    {
      label: 'First the pet',
      text: 'A pet is being cared for right now, so we’re first making sure that someone takes over. We’ll end the job as soon as that is settled, and tell you here.',
    },
  ],
};

/** Canned answers, those that match the topic first. [F4] */
export function answersFor(topic: HelpTopic | null): readonly CannedAnswer[] {
  return topic ? [...FITTING[topic], ...GENERAL] : GENERAL;
}
