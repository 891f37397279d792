import type { ComponentProps } from 'react';
import { cx } from './class-names.ts';
import { controlStyle, useFieldWiring } from './field.tsx';
import { limitCharacters } from './limit-characters.ts';

/**
 * Grows with its content if the browser supports it, up to a limit; uses its script's direction.
 */
export function Textarea({ className, rows = 4, ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea
      dir="auto"
      {...limitCharacters<HTMLTextAreaElement, ComponentProps<'textarea'>>(useFieldWiring(rest))}
      rows={rows}
      className={cx(
        controlStyle,
        'field-sizing-content text-base max-h-96 resize-y py-2.5',
        className,
      )}
      style={{ minHeight: `calc(${rows} * 1.55em + 1.5rem)` }}
    />
  );
}
