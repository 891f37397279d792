import { drawing } from './drawing.tsx';

export const ChatBubbles = drawing('0 0 240 170', 'chat-bubbles');
