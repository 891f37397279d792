import { Star } from 'lucide-react';
import { useId } from 'react';
import { cx } from '~/ui/class-names.ts';
import { FieldError } from '~/ui/field.tsx';

const ALL = [1, 2, 3, 4, 5] as const;

/** A rating as stars out of five. [R9] */
export function Stars({ rating, className }: { rating: number; className?: string }) {
  return (
    <span role="img" aria-label={`${rating} of 5 stars`} className={cx('inline-flex', className)}>
      {ALL.map((n) => (
        <Star
          key={n}
          aria-hidden="true"
          className={cx('size-[1em]', n <= rating ? 'fill-accent text-accent' : 'text-line-strong')}
        />
      ))}
    </span>
  );
}

type StarFieldProps = {
  value: number;
  onChange: (rating: number) => void;
  error?: string | undefined;
};

/** A choice of one to five stars, each large enough to tap. [R9] */
export function StarField({ value, onChange, error }: StarFieldProps) {
  const errorId = useId();
  return (
    <fieldset className="min-w-0" aria-describedby={error ? errorId : undefined}>
      <legend className="mb-1 font-semibold text-sm">Rating</legend>
      <div className="-ml-2 flex">
        {ALL.map((n) => (
          <label
            key={n}
            className="grid size-11 cursor-pointer place-items-center rounded-full has-focus-visible:outline-3 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              name="rating"
              value={n}
              checked={value === n}
              onChange={() => onChange(n)}
              aria-invalid={error ? true : undefined}
              className="sr-only"
            />
            <span className="sr-only">{n === 1 ? '1 star' : `${n} stars`}</span>
            <Star
              aria-hidden="true"
              className={cx('size-7', n <= value ? 'fill-accent text-accent' : 'text-line-strong')}
            />
          </label>
        ))}
      </div>
      {error ? <FieldError id={errorId}>{error}</FieldError> : null}
    </fieldset>
  );
}
