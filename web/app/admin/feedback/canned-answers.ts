/** Answers that staff give often; a start to be made one's own, not an end. [F4] */
export const cannedAnswers = [
  {
    label: 'Thank you, we look into it',
    text: 'Thank you for telling us. We are looking into it and will write again as soon as we know more.',
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
    text: 'Every member has one code for one person. To bring somebody else, open Invite in the top bar and ask for another code; tell us whom you would like to bring.',
  },
  {
    label: 'Between the two of you',
    text: 'Pay and cancellation are agreed between owner and sitter, so we cannot decide this for you. Please settle it in the chat of the job; if somebody breaks our rules, tell us who and when.',
  },
] as const;

/** Puts a canned answer behind what was typed already. */
export function addAnswer(typed: string, answer: string): string {
  return typed.trim() === '' ? answer : `${typed.trimEnd()}\n\n${answer}`;
}
