import type { ComponentProps, ReactNode } from 'react';
import { cx } from './class-names.ts';
import { controlStyle, useFieldWiring } from './field.tsx';

type TextInputProps = ComponentProps<'input'> & {
  /** An icon or sign inside the input, before the text: a magnifier, a currency. */
  before?: ReactNode;
  after?: ReactNode;
};

/** Free text uses its script's direction; addresses and numbers keep theirs. */
const isFreeText = (type: string | undefined) => !type || type === 'text' || type === 'search';

export function TextInput({ before, after, className, ...rest }: TextInputProps) {
  const props = useFieldWiring(rest);
  const input = (
    <input
      {...props}
      {...(isFreeText(props.type) ? { dir: 'auto' } : {})}
      // With large text, what is too long ends in an ellipsis instead of half a letter.
      className={cx(
        controlStyle,
        'text-ellipsis text-field',
        before ? 'pl-11' : '',
        after ? 'pr-12' : '',
        className,
      )}
    />
  );
  if (!before && !after) return input;
  return (
    <span className="relative block">
      {before ? (
        <span className="pointer-events-none absolute inset-y-0 left-0 grid w-11 place-items-center text-ink-soft [&_svg]:size-5">
          {before}
        </span>
      ) : null}
      {input}
      {after ? (
        <span className="absolute inset-y-0 right-0.5 grid place-items-center">{after}</span>
      ) : null}
    </span>
  );
}

/** An email address: the right keyboard, and nothing corrected. */
export function EmailInput(props: TextInputProps) {
  return (
    <TextInput
      type="email"
      autoComplete="email"
      inputMode="email"
      autoCapitalize="none"
      spellCheck={false}
      {...props}
    />
  );
}
