export function EmptyBowl() {
  return (
    <svg viewBox="0 24 240 136" aria-hidden="true" className="w-full">
      <ellipse cx="120" cy="142" rx="108" ry="10" fill="var(--sunken)" />
      <ellipse cx="120" cy="70" rx="74" ry="17" fill="var(--art-leaf-deep)" />
      <ellipse cx="120" cy="73" rx="60" ry="11" fill="var(--art-line)" opacity=".55" />
      <path
        d="M46 70c2 10 34 17 74 17s72-7 74-17l14 58c3 9-4 14-13 14H45c-9 0-16-5-13-14Z"
        fill="var(--art-leaf)"
      />
      <g fill="var(--art-cream)">
        <ellipse cx="105" cy="108" rx="5" ry="6.5" />
        <ellipse cx="120" cy="103" rx="5" ry="7" />
        <ellipse cx="135" cy="108" rx="5" ry="6.5" />
        <path d="M120 112c8 0 14 8 14 13 0 8-9 4-14 4s-14 4-14-4c0-5 6-13 14-13Z" />
      </g>
      <g fill="var(--art-fur)">
        <circle cx="20" cy="136" r="5" />
        <circle cx="222" cy="134" r="4" />
        <circle cx="208" cy="142" r="5.5" />
      </g>
    </svg>
  );
}
