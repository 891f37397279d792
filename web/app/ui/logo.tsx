/** A tag with a paw whose pad is a house: animals and neighbors in one logo. */
export function LogoMark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 48 48" className={className} aria-hidden="true">
      <circle cx="24" cy="5.6" r="3.9" fill="none" stroke="var(--accent)" strokeWidth="2.6" />
      <circle cx="24" cy="27.5" r="19.5" fill="var(--brand)" />
      <g fill="var(--brand-ink)">
        <ellipse cx="13.4" cy="25.4" rx="2.9" ry="3.9" transform="rotate(-24 13.4 25.4)" />
        <ellipse cx="20" cy="18.9" rx="3" ry="4.1" transform="rotate(-8 20 18.9)" />
        <ellipse cx="28" cy="18.9" rx="3" ry="4.1" transform="rotate(8 28 18.9)" />
        <ellipse cx="34.6" cy="25.4" rx="2.9" ry="3.9" transform="rotate(24 34.6 25.4)" />
        <path d="M24 25.6c.6 0 1.1.2 1.6.6l5.6 5c1.2 1.1.5 3-1.1 3.1v3.2c0 1-.8 1.8-1.8 1.8h-2.6v-3.1c0-1-.7-1.7-1.7-1.7s-1.7.7-1.7 1.7v3.1h-2.6c-1 0-1.8-.8-1.8-1.8v-3.2c-1.6-.1-2.3-2-1.1-3.1l5.6-5c.5-.4 1-.6 1.6-.6Z" />
      </g>
    </svg>
  );
}

/** When the name does not fit next to the logo, it wraps out of sight as a whole. */
export function Wordmark() {
  return (
    <span className="inline-flex max-h-[max(calc(var(--spacing)*9),1.75rem)] flex-wrap items-center gap-x-2 gap-y-9 overflow-hidden">
      <LogoMark className="size-9 shrink-0" />
      <span className="font-bold font-display text-accent text-xl tracking-tight">Kindpal</span>
    </span>
  );
}
