import { Tag } from './animals.tsx';

export function ChatBubbles() {
  return (
    <svg viewBox="0 0 240 170" aria-hidden="true" className="w-full">
      <path
        d="M36 12h104c15 0 26 11 26 26v30c0 15-11 26-26 26H74l-26 22c-4 3-8 1-8-4V94h-4c-15 0-26-11-26-26V38c0-15 11-26 26-26Z"
        fill="var(--art-leaf)"
      />
      <path
        d="M44 42h86M44 62h58"
        stroke="var(--art-cream)"
        strokeWidth="9"
        strokeLinecap="round"
      />
      <path
        d="M130 72h74c15 0 26 11 26 26v26c0 15-11 26-26 26h-6v16c0 5-5 6-8 3l-22-19h-38c-15 0-26-11-26-26V98c0-15 11-26 26-26Z"
        fill="var(--art-sky)"
        stroke="var(--canvas)"
        strokeWidth="6"
      />
      <Tag x={167} y={114} r={21} />
    </svg>
  );
}
