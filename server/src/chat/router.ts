import { member, open } from '../access/guards.ts';
import { countUnread } from './count-unread.ts';
import { listJobMessages } from './list-job-messages.ts';
import { markRead } from './mark-read.ts';
import { sendJobMessage } from './send-job-message.ts';

/** Open calls find their actor in the statement that does the work: they refuse visitors themselves. */
export const chatRouter = {
  listJobMessages: open.chat.listJobMessages.handler(listJobMessages),
  sendJobMessage: open.chat.sendJobMessage.handler(sendJobMessage),
  countUnread: member.chat.countUnread.handler(countUnread),
  markRead: member.chat.markRead.handler(markRead),
};
