import { type RefObject, useEffect, useRef } from 'react';
import type { FieldErrors, FieldValues } from 'react-hook-form';

export type WrongField = { name: string; label: string; message: string };

/** The rejected fields of a form in the order of its labels, which is the order on the page. */
export function wrongFields<Values extends FieldValues>(
  errors: FieldErrors<Values>,
  labels: Partial<Record<keyof Values & string, string>>,
): WrongField[] {
  return Object.entries(labels).flatMap(([name, label]) => {
    const message = errors[name]?.message;
    return typeof message === 'string' && label ? [{ name, label, message }] : [];
  });
}

const INVALID = '[aria-invalid="true"]';

function focusFirst(form: Element | null, selectors: string[]): void {
  for (const selector of selectors) {
    const control = form?.querySelector<HTMLElement>(selector);
    if (!control) continue;
    control.focus();
    return;
  }
}

/** Focuses a field by name; of several inputs with that name, the invalid one. */
export function focusField(form: Element | null, name: string): void {
  const named = `[name="${CSS.escape(name)}"]`;
  focusFirst(form, [`${named}${INVALID}`, named]);
}

/**
 * Focuses the first invalid field on the page after each rejected submit, and when a form is
 * rendered with one. The form library uses the order of registration, and does not know fields it
 * did not render.
 */
export function useFocusFirstWrong(
  form: RefObject<HTMLFormElement | null>,
  submitCount: number,
): void {
  const seen = useRef(-1);
  useEffect(() => {
    if (seen.current === submitCount) return;
    seen.current = submitCount;
    focusFirst(form.current, [INVALID]);
  }, [form, submitCount]);
}
