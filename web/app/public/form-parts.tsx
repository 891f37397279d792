import { FieldError } from '~/ui/field.tsx';

/** A honeypot field that people can neither see nor reach: only programs fill it in. */
export function Trap() {
  return (
    <div aria-hidden="true" className="absolute -left-[200vw] size-px overflow-hidden">
      <label>
        Leave this empty
        <input name="website" tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  );
}

/**
 * A message about the whole form. The live region is rendered before the text, so that it is
 * announced.
 */
export function FormMessage({ children }: { children: string | undefined }) {
  return (
    <div role="alert" className="empty:hidden">
      {children ? <FieldError>{children}</FieldError> : null}
    </div>
  );
}
