import type { JobEvent } from '@kindpal/contract/job/history';

/** The name of a person in the history, for this viewer. */
const nameOf = (person: JobEvent['actor'], me: string | undefined, nobody: string) =>
  person === null ? nobody : person.id === me ? 'you' : person.full_name;

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** An entry of a job's history in one sentence. [J6] [J9] */
export function jobEventText(event: JobEvent, me: string | undefined): string {
  const { action, actor_role } = event;
  const actor = capital(nameOf(event.actor, me, actor_role === 'staff' ? 'our team' : 'a member'));
  const sitter = nameOf(event.sitter, me, 'the sitter');
  switch (action) {
    case 'post':
      return `${actor} posted this job`;
    case 'claim':
      return `${actor} claimed it`;
    case 'release':
      if (actor_role === 'system') return `${capital(sitter)} is no longer available`;
      return actor_role === 'sitter' ? `${actor} canceled the claim` : `${actor} removed ${sitter}`;
    case 'report_no_show':
      return `${actor} reported that ${sitter} didn’t show up`;
    case 'start':
      return `${actor} started`;
    case 'complete':
      return `${actor} marked it as done`;
    case 'confirm':
      return actor_role === 'system'
        ? 'Confirmed automatically after 48 hours'
        : `${actor} confirmed it’s done`;
    case 'dispute':
      return `${actor} said it’s not done`;
    case 'cancel':
      return `${actor} canceled the job`;
    case 'reopen':
      return `${actor} reposted the job`;
    case 'undo_start':
      return `${actor} took the start back`;
    case 'undo_complete':
      return `${actor} took it back: not done yet`;
    case 'expire':
      return 'The job expired without a sitter';
    case 'take_down':
      return `${actor} took the job down`;
    case 'end_claim':
      return `${actor} ended ${sitter === 'you' ? 'your' : `${sitter}’s`} claim`;
  }
}

const ENDINGS: readonly JobEvent['action'][] = [
  'release',
  'report_no_show',
  'cancel',
  'take_down',
  'end_claim',
];

/** Whether this event ended a claim, so that its chat becomes read-only. */
export function endsClaim({ action, claim_id }: JobEvent): boolean {
  return claim_id !== null && ENDINGS.includes(action);
}

/**
 * How the viewer's last claim ended; undefined while they hold the job, or if they never did. [J6]
 */
export function ownEnding(events: JobEvent[], me: string | undefined): JobEvent | undefined {
  const last = events.find(({ sitter }) => sitter !== null && sitter.id === me);
  return last && endsClaim(last) ? last : undefined;
}
