import { useState } from 'react';
import { removeOtherStorage } from '~/account/session/member-storage.ts';
import { readSession } from '~/account/session/session-store.ts';
import { keepChatDraft, readChatDraft } from '~/chat/thread/chat-draft.ts';
import type { DayJob } from './day.ts';

export type DayMessage = {
  text: string;
  setText: (text: string) => void;
  /** Whether the text was typed on this page: the box then stays when the connection is back. */
  isHalfTyped: boolean;
};

/** The message to the other member of a job: its text is the draft of their chat. [M1] */
export function useDayMessage(job: DayJob, memberId: string): DayMessage {
  const chat = { me: memberId, thread: job.claim_id };
  const [text, setText] = useState(() => readChatDraft(sessionStorage, chat).text);
  const [isTypedHere, setTypedHere] = useState(false);
  return {
    text,
    setText(typed) {
      setText(typed);
      setTypedHere(true);
      // Without a session yet, the tab has noted nobody, and would remove the draft with the rest.
      if (readSession().status === 'loading') removeOtherStorage(memberId);
      const about = { job_id: job.id, partner: job.other.full_name };
      const kept = readChatDraft(sessionStorage, chat);
      keepChatDraft(sessionStorage, chat, { ...kept, text: typed, about });
    },
    isHalfTyped: isTypedHere && text !== '',
  };
}
