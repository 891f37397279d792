import type { AgendaAsk, AgendaItem } from '@kindpal/contract/job/agenda';
import type { JobMove } from '../job/job-action-texts.ts';

/** The other one of a job's two people. */
export function otherOf({ as, sitter, job }: AgendaItem): string {
  if (as === 'owner') return sitter?.full_name ?? 'Your sitter';
  return job.view === 'member' ? job.owner.full_name : 'The owner';
}

/** The move that answers an ask at once; null where a message does. [J9] */
export const MOVE_OF_ASK: Record<AgendaAsk, JobMove | null> = {
  confirm: 'confirm',
  start: 'start',
  finish: 'complete',
  not_started: null,
  say_hello: null,
};

/** What home asks about a job whose other person is `other`, and the button that answers. [D1] [D3] */
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
