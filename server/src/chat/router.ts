import { member, open } from '../access/guards.ts';
import { acceptRequest, declineRequest } from './answer-request.ts';
import { countUnreadMessages } from './count-unread.ts';
import { createConversation } from './create-conversation.ts';
import { listConversations } from './list-conversations.ts';
import { listDirectMessages, listJobMessages } from './list-messages.ts';
import { getThread, listThreads } from './list-threads.ts';
import { markDirectRead, markRead } from './mark-read.ts';
import { sendDirectMessage, sendJobMessage } from './send-message.ts';

/**
 * Open calls find their actor in the statement that does the work, and refuse visitors
 * themselves.
 */
export const chatRouter = {
  listThreads: member.chat.listThreads.handler(listThreads),
  getThread: member.chat.getThread.handler(getThread),
  countUnread: member.chat.countUnread.handler(countUnreadMessages),
  listJobMessages: open.chat.listJobMessages.handler(listJobMessages),
  sendJobMessage: open.chat.sendJobMessage.handler(sendJobMessage),
  markRead: member.chat.markRead.handler(markRead),
  listConversations: member.chat.listConversations.handler(listConversations),
  createConversation: member.chat.createConversation.handler(createConversation),
  listDirectMessages: open.chat.listDirectMessages.handler(listDirectMessages),
  sendDirectMessage: open.chat.sendDirectMessage.handler(sendDirectMessage),
  acceptRequest: member.chat.acceptRequest.handler(acceptRequest),
  declineRequest: member.chat.declineRequest.handler(declineRequest),
  markDirectRead: member.chat.markDirectRead.handler(markDirectRead),
};
