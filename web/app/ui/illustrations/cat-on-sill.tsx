import { SeatedCat } from './animals.tsx';

export function CatOnSill() {
  return (
    <svg viewBox="0 0 260 220" aria-hidden="true" className="w-full">
      <rect x="38" y="6" width="184" height="190" rx="92" fill="var(--art-sky)" />
      <circle cx="180" cy="58" r="20" fill="var(--art-glow)" />
      <path d="M38 150c30-26 60-6 92-22s60-12 92 8v60H38Z" fill="var(--art-leaf)" />
      <g transform="translate(36 6) scale(.96)">
        <SeatedCat />
      </g>
      <rect x="18" y="190" width="224" height="18" rx="9" fill="var(--art-wall)" />
      <path d="M34 208h192" stroke="var(--line)" strokeWidth="4" strokeLinecap="round" />
    </svg>
  );
}
