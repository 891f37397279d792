/** A biscuit that nobody has bitten a share from. */
export function WholeBiscuit() {
  return (
    <svg viewBox="0 0 240 180" aria-hidden="true" className="w-full">
      <ellipse cx="120" cy="166" rx="92" ry="8" fill="var(--sunken)" />
      <path
        d="M28 138c30-12 52 20 92 20s62-32 92-20c8 3 8 12 2 16-24 16-58 20-94 20s-70-4-94-20c-6-4-6-13 2-16Z"
        fill="var(--art-leaf)"
      />
      <g transform="rotate(-14 120 92)">
        <path
          d="M66 72c-18 4-32-10-28-26 3-14 20-20 32-11 5-14 24-18 34-6 5 6 6 14 3 22h28c-3-8-2-16 3-22 10-12 29-8 34 6 12-9 29-3 32 11 4 16-10 30-28 26-1 0 18 4 22 18 3 15-12 27-27 22-2 15-21 21-32 10-6-6-8-14-5-22h-28c3 8 1 16-5 22-11 11-30 5-32-10-15 5-30-7-27-22 4-14 24-18 24-18Z"
          fill="var(--art-fur)"
        />
        <g fill="var(--art-fur-deep)">
          <circle cx="70" cy="58" r="4.5" />
          <circle cx="88" cy="86" r="4.5" />
          <circle cx="122" cy="66" r="4.5" />
          <circle cx="124" cy="82" r="3.5" />
          <circle cx="158" cy="60" r="4.5" />
          <circle cx="172" cy="88" r="4.5" />
        </g>
      </g>
      <g stroke="var(--brand)" strokeWidth="6" strokeLinecap="round">
        <path d="m44 24-8-10M120 20V8M196 24l8-10" />
      </g>
    </svg>
  );
}
