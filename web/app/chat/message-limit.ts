import { MESSAGE_MAX } from '@kindpal/contract/chat/rules';
import { countCharacters } from '@kindpal/contract/text/count-characters';

/** Whether a message is too long to be sent, and what its field shows about its length. [M1] */
export function messageLimit(text: string) {
  const used = countCharacters(text.trim());
  const isTooLong = used > MESSAGE_MAX;
  return {
    isTooLong,
    field: {
      error: isTooLong ? `Message must be ${MESSAGE_MAX} characters or less` : undefined,
      ...(used > MESSAGE_MAX * 0.9 ? { counter: { used, max: MESSAGE_MAX } } : {}),
    },
  };
}
