import type { ReactNode } from 'react';
import drawings from './drawings.svg?no-inline';

/** One part of the file of drawings, which pages fetch once instead of including paths. */
export function Part({ name, className }: { name: string; className?: string }) {
  return <use href={`${drawings}#${name}`} className={className} />;
}

/** A drawing at full width. Its box reserves the height until the file is loaded. */
export function drawing(viewBox: string, parts: string | ReactNode) {
  return function Drawing() {
    return (
      <svg viewBox={viewBox} aria-hidden="true" className="group w-full">
        {typeof parts === 'string' ? <Part name={parts} /> : parts}
      </svg>
    );
  };
}
