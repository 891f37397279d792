import type { ReactNode } from 'react';
import { TextLink } from '~/ui/link.tsx';
import { SupportLink } from './support-link.tsx';

export type FaqItem = { id: string; title: string; body: ReactNode };

/** The twelve questions of the FAQ [P5]. */
export const faqItems: readonly FaqItem[] = [
  {
    id: 'what-is-it',
    title: 'What is Kindpal?',
    body: 'A small community for pet care. Owners post jobs for sitting and walking; sitters and walkers claim them. Everyone in it was invited by a member.',
  },
  {
    id: 'how-to-join',
    title: 'How do I join?',
    body: (
      <>
        Ask a member for their invite code, then <TextLink to="/join">sign up</TextLink> with it.
        Choose whether you have pets, care for pets, or both. You need to be 18 or older.
      </>
    ),
  },
  {
    id: 'invite-code',
    title: 'How do invite codes work?',
    body: (
      <>
        Every member gets exactly one code. It never expires and lets one person in. When yours is
        used you can ask us for another: write to{' '}
        <SupportLink subject="Request for Additional Invite Codes">support</SupportLink> and tell us
        who you would like to bring.
      </>
    ),
  },
  {
    id: 'safety',
    title: 'How do you keep people and pets safe?',
    body: 'By staying small. Every member was vouched for by another, exact places and dates are hidden from visitors, and a job’s chat is between its owner and its sitter. The rest is common sense: chat first, meet before the job, and hand over keys only when it feels right.',
  },
  {
    id: 'background-checks',
    title: 'Do you run background checks?',
    body: 'No. There are no formal background checks. An invitation means that a member knows the person, nothing more. Ask for references if you want them; a good sitter will be glad you did.',
  },
  {
    id: 'insurance',
    title: 'Is there any insurance?',
    body: 'No. Kindpal does not insure pets, homes or members. Check what your own home or pet insurance covers, and agree beforehand who pays if something breaks or someone needs the vet.',
  },
  {
    id: 'services',
    title: 'Which services can I find here?',
    body: 'Pet sitting, dog walking, and both together: from one walk around the block to two weeks of meals, medicine and company.',
  },
  {
    id: 'emergencies',
    title: 'What happens in an emergency?',
    body: 'Call the vet first, then the owner. Owners can save an emergency contact and health notes with a pet; the sitter who claims its job sees them, also offline under My Day. Before the job, agree on which vet to call and what the sitter may decide alone. We can’t step in on the spot.',
  },
  {
    id: 'special-needs',
    title: 'Can I find care for a pet with special needs?',
    body: 'Often, yes. Put medication, diet and quirks in the special instructions of your job, so only someone who can handle them claims it. Show the sitter once before you leave.',
  },
  {
    id: 'cost',
    title: 'What does it cost?',
    body: 'Joining is free and we take no commission. Owners set the pay when they post; a job may also be a favor. You pay each other directly, outside Kindpal.',
  },
  {
    id: 'support',
    title: 'How do I reach support?',
    body: (
      <>
        Write to <SupportLink>support</SupportLink>. Real people read it, and you’ll have an answer
        within about 24 hours.
      </>
    ),
  },
  {
    id: 'cancellation',
    title: 'What if plans change?',
    body: 'Either side can step back from a claimed job and can say why; the job then opens to other sitters again. Whether anything is owed for a late cancellation is up to the two of you; agree on it early.',
  },
];
