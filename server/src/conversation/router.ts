import { member, open } from '../access/guards.ts';
import { createConversation } from './create-conversation.ts';
import { listConversations } from './list-conversations.ts';
import { listMessages } from './list-messages.ts';
import { markRead } from './mark-read.ts';
import { sendMessage } from './send-message.ts';

/** Open calls find their actor in the statement that does the work: they refuse visitors themselves. */
export const conversationRouter = {
  list: member.conversation.list.handler(listConversations),
  create: member.conversation.create.handler(createConversation),
  listMessages: open.conversation.listMessages.handler(listMessages),
  sendMessage: open.conversation.sendMessage.handler(sendMessage),
  markRead: member.conversation.markRead.handler(markRead),
};
