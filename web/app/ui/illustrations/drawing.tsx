import type { ReactNode } from 'react';
import drawings from './drawings.svg?no-inline';

/** One part of the drawings' file; pages fetch that once and carry no paths of their own. */
export function Part({ name, className }: { name: string; className?: string }) {
  return <use href={`${drawings}#${name}`} className={className} />;
}

/** A drawing as wide as its place. Its box keeps the height free until the file is there. */
export function drawing(viewBox: string, parts: string | ReactNode) {
  return function Drawing() {
    return (
      <svg viewBox={viewBox} aria-hidden="true" className="group w-full">
        {typeof parts === 'string' ? <Part name={parts} /> : parts}
      </svg>
    );
  };
}
