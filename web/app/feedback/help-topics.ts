import type { ChosenTopic, HelpTopic } from '@kindpal/contract/feedback/schema';

/** The labels of help topics for staff. */
export const TOPIC_LABELS: Record<HelpTopic, string> = {
  no_answer: 'The other side isn’t responding',
  pet_incident: 'Something happened to a pet',
  something_else: 'Something else about a job',
  end_job: 'End a job with someone they blocked',
};

/** The topics to choose from, by the member's side of the job. */
export const TOPIC_CHOICES: Record<'owner' | 'sitter', { topic: ChosenTopic; label: string }[]> = {
  owner: [
    { topic: 'no_answer', label: 'The sitter isn’t responding' },
    { topic: 'pet_incident', label: 'Something happened to my pet' },
    { topic: 'something_else', label: 'Something else' },
  ],
  sitter: [
    { topic: 'no_answer', label: 'The owner isn’t responding' },
    { topic: 'pet_incident', label: 'Something happened to the pet' },
    { topic: 'something_else', label: 'Something else' },
  ],
};
