import { SeatedDog } from './animals.tsx';

export function DogOnLead() {
  return (
    <svg viewBox="0 0 260 200" aria-hidden="true" className="group w-full">
      <ellipse cx="126" cy="190" rx="118" ry="10" fill="var(--sunken)" />
      <path
        d="M104 92C60 60 44 96 30 70S40 18 72 22s24 40-2 34S40 8 12 6"
        fill="none"
        stroke="var(--art-brick)"
        strokeWidth="6"
        strokeLinecap="round"
      />
      <g transform="translate(42 -2)">
        <SeatedDog />
      </g>
    </svg>
  );
}
