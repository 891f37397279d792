import { useState } from 'react';
import { cx } from './class-names.ts';

const sizes = {
  sm: 'size-8 text-initials-sm',
  md: 'size-11 text-initials-md',
  lg: 'size-16 text-initials-lg',
  xl: 'size-28 text-3xl',
};

/** Calm colors only: initials on red or yellow look like an error. */
export const GROUNDS = [
  'bg-accent-soft text-accent',
  'bg-art-sky text-accent-strong',
  'bg-sunken text-ink-soft',
] as const;

/** At most two letters: the first of the first and last word of a name. */
export function initialsOf(name: string, fallback = '?'): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const chosen = words.length > 1 ? [words[0], words[words.length - 1]] : words.slice(0, 1);
  const letters = chosen.map((word) => Array.from(word ?? '')[0] ?? '').join('');
  return letters.toLocaleUpperCase() || fallback;
}

function groundOf(name: string): string | undefined {
  let sum = 0;
  for (const char of name) sum += char.codePointAt(0) ?? 0;
  return GROUNDS[sum % GROUNDS.length];
}

type AvatarProps = {
  name: string;
  src?: string | null | undefined;
  size?: keyof typeof sizes;
  fallback?: string;
  /** Set if the name is not shown next to the picture. */
  labelled?: boolean;
  className?: string;
};

export function Avatar({ name, src, size = 'md', fallback, labelled, className }: AvatarProps) {
  const [broken, setBroken] = useState<string | null>(null);
  const shared = cx('shrink-0 rounded-full', sizes[size], className);
  if (src && broken !== src) {
    return (
      <img
        data-avatar=""
        src={src}
        alt={labelled ? name : ''}
        className={cx(shared, 'bg-sunken object-cover')}
        onError={() => setBroken(src)}
      />
    );
  }
  // An image instead of text, so that a button around it is named by its label, not by the
  // letters.
  const drawn = cx(
    shared,
    'before:content-[attr(data-letters)] inline-grid select-none place-items-center font-bold font-display leading-none',
    groundOf(name),
  );
  const heard = labelled ? { role: 'img', 'aria-label': name } : { 'aria-hidden': true };
  const letters = initialsOf(name, fallback);
  return <span {...heard} data-avatar="" data-letters={letters} className={drawn} />;
}
