import type { ReactNode } from 'react';

/** The few icons on every page, drawn here; all others come from lucide-react. */
function icon(drawing: ReactNode) {
  return function Icon({ className = 'size-5' }: { className?: string }) {
    return (
      <svg
        viewBox="0 0 24 24"
        className={className}
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        {drawing}
      </svg>
    );
  };
}

export const CheckIcon = icon(<path d="m4 12.5 5 5L20 6.5" />);
export const CrossIcon = icon(<path d="M18 6 6 18M6 6l12 12" />);
export const MenuIcon = icon(<path d="M4 6h16M4 12h16M4 18h16" />);
export const SunIcon = icon(
  <>
    <circle cx="12" cy="12" r="4" />
    <path d="M12 2v2m0 16v2M4.9 4.9l1.4 1.4m11.4 11.4 1.4 1.4M2 12h2m16 0h2M4.9 19.1l1.4-1.4M17.7 6.3l1.4-1.4" />
  </>,
);
export const MoonIcon = icon(<path d="M20.5 14A8.5 8.5 0 1 1 10 3.5 6.7 6.7 0 0 0 20.5 14Z" />);
export const ScreenIcon = icon(
  <path d="M4 4h16a1 1 0 0 1 1 1v11a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1Zm8 13v4m-4 0h8" />,
);
