import { type RefObject, useEffect, useRef } from 'react';
import type { FieldErrors, FieldValues } from 'react-hook-form';

export type WrongField = { name: string; label: string; message: string };

/** The refused fields of a form in the order of its labels, which is the order of the page. */
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

/** Moves the focus to a field by its name; of several boxes with that name to the wrong one. */
export function focusField(form: Element | null, name: string): void {
  const named = `[name="${CSS.escape(name)}"]`;
  focusFirst(form, [`${named}${INVALID}`, named]);
}

/**
 * Moves the focus to the first wrong field of the page after each refused submit, and when a form
 * comes in with one. The form library goes by the order in which fields were registered, and knows
 * none that it did not draw.
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
