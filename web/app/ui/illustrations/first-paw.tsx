/** A raised paw, first among others: claimed. */
export function FirstPaw() {
  return (
    <svg viewBox="0 0 240 180" aria-hidden="true" className="w-full">
      <ellipse cx="120" cy="166" rx="92" ry="8" fill="var(--sunken)" />
      <path d="M40 166v-52c0-12 9-20 20-20s20 8 20 20v52Z" fill="var(--art-slate)" />
      <path d="M42 112c0-12 8-18 18-18s18 6 18 18c-10 8-26 8-36 0Z" fill="var(--art-cream)" />
      <path d="M164 166v-40c0-12 9-20 20-20s20 8 20 20v40Z" fill="var(--art-cream)" />
      <path d="M164 148h40v18h-40Z" fill="var(--art-fur)" />
      <path d="M92 166V66c0-24 14-40 30-40s30 16 30 40v100Z" fill="var(--art-fur)" />
      <path
        d="M92 66c0-26 14-42 30-42s30 16 30 42c0 20-12 32-30 32S92 86 92 66Z"
        fill="var(--art-fur)"
      />
      <g fill="var(--art-line)">
        <ellipse cx="104.5" cy="57" rx="5.5" ry="7.5" />
        <ellipse cx="116" cy="46" rx="5.5" ry="8" />
        <ellipse cx="128" cy="46" rx="5.5" ry="8" />
        <ellipse cx="139.5" cy="57" rx="5.5" ry="7.5" />
        <path d="M122 59c9 0 16 9 16 15 0 10-10 7-16 7s-16 3-16-7c0-6 7-15 16-15Z" />
      </g>
      <path d="M90 122h64" stroke="var(--art-leaf-deep)" strokeWidth="14" strokeLinecap="round" />
      <circle cx="122" cy="138" r="13" fill="var(--brand)" />
      <path
        d="m115.5 138.5 4.5 4.5 8.5-9"
        fill="none"
        stroke="var(--brand-ink)"
        strokeWidth="4"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <g stroke="var(--brand)" strokeWidth="6" strokeLinecap="round">
        <path d="M74 34 62 22M170 34l12-12M122 8V4" />
      </g>
    </svg>
  );
}
