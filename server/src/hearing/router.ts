import { member, staffWhoMails } from '../access/guards.ts';
import { answerHearing } from './answer-hearing.ts';
import { askSide } from './ask-side.ts';
import { listOwnHearings } from './list-hearings.ts';

/** Staff ask both sides of a report before they decide; members answer. */
export const hearingRouter = {
  ask: staffWhoMails.hearing.ask.handler(askSide),
  listMine: member.hearing.listMine.handler(listOwnHearings),
  answer: member.hearing.answer.handler(answerHearing),
};
