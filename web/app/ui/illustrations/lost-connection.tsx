import { Tag } from './animals.tsx';

export function LostConnection() {
  return (
    <svg viewBox="0 0 240 150" aria-hidden="true" className="w-full">
      <ellipse cx="120" cy="138" rx="104" ry="8" fill="var(--sunken)" />
      <g fill="none" stroke="var(--art-brick)" strokeWidth="9" strokeLinecap="round">
        <path d="M6 22c30-18 62 4 50 28s-38 4-22-14 48-6 62 22" />
        <path d="M234 122c-20 10-36-2-44-16" />
      </g>
      <g fill="none" stroke="var(--art-slate)" strokeWidth="7" strokeLinecap="round">
        <path d="m96 58 9 12" />
        <path d="M122 78c-6-14-22-10-19 4 3 12 16 22 27 18" />
      </g>
      <path
        d="m140 44 6-16m10 26 16-8m-12 22 16 3"
        stroke="var(--art-fur)"
        strokeWidth="5"
        strokeLinecap="round"
      />
      <Tag x={176} y={98} r={22} />
    </svg>
  );
}
