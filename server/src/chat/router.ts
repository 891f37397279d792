import { open } from '../access/guards.ts';
import { listJobMessages } from './list-job-messages.ts';
import { sendJobMessage } from './send-job-message.ts';

/** Both find their actor in the statement that does the work: they refuse visitors themselves. */
export const chatRouter = {
  listJobMessages: open.chat.listJobMessages.handler(listJobMessages),
  sendJobMessage: open.chat.sendJobMessage.handler(sendJobMessage),
};
