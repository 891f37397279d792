import { Tag } from './animals.tsx';

export function KeyOnTag() {
  return (
    <svg viewBox="0 0 240 180" aria-hidden="true" className="w-full">
      <ellipse cx="120" cy="166" rx="92" ry="8" fill="var(--sunken)" />
      <circle cx="112" cy="40" r="27" fill="none" stroke="var(--art-slate)" strokeWidth="7" />
      <g transform="rotate(28 112 60)" fill="none" stroke="var(--art-leaf)" strokeLinejoin="round">
        <circle cx="112" cy="86" r="17" strokeWidth="13" />
        <path d="M112 104v58m0-8h20m-20-21h14" strokeWidth="12" strokeLinecap="round" />
      </g>
      <g transform="rotate(-22 112 60)">
        <Tag x={112} y={112} r={40} />
      </g>
    </svg>
  );
}
