import { member, staff } from '../access/guards.ts';
import { askToRead } from './ask-to-read.ts';
import { decideReading } from './decide-reading.ts';
import { listOwnReadings } from './list-readings.ts';
import { readChat } from './read-chat.ts';

/** Two staff members can read a chat beyond what was reported; its participants see that. */
export const readingRouter = {
  ask: staff.reading.ask.handler(askToRead),
  decide: staff.reading.decide.handler(decideReading),
  listMessages: staff.reading.listMessages.handler(readChat),
  listMine: member.reading.listMine.handler(listOwnReadings),
};
