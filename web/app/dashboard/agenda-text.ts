import type { AgendaAsk, AgendaItem } from '@kindpal/contract/job/agenda';
import type { JobMove } from '~/job/moves/job-action-texts.ts';

/** The other participant of a job. */
export function otherOf({ as, sitter, job }: AgendaItem): string {
  if (as === 'owner') return sitter?.full_name ?? 'Your sitter';
  return job.view === 'member' ? job.owner.full_name : 'The owner';
}

/** The job action that answers an ask; null if a message answers it. [J9] */
export const MOVE_OF_ASK: Record<AgendaAsk, JobMove | null> = {
  confirm: 'confirm',
  start: 'start',
  finish: 'complete',
  not_started: null,
  say_hello: null,
};

/** The text of an ask, with the name of the other participant, and its button. [D1] [D3] */
export function askText(ask: AgendaAsk, other: string): { title: string; button: string } {
  switch (ask) {
    case 'confirm':
      return { title: `${other} says it’s done`, button: 'Confirm it’s done' };
    case 'start':
      return { title: 'Ready to start?', button: 'Start the job' };
    case 'finish':
      return { title: 'All done?', button: 'Mark as done' };
    case 'not_started':
      return { title: `${other} hasn’t started yet`, button: 'Send a message' };
    case 'say_hello':
      return { title: `${other} claimed your job`, button: 'Say hello' };
  }
}
