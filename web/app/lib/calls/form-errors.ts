import type { FieldError } from '@kindpal/contract/transport/base';
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { notify } from '~/notify/notify.ts';
import { type FailureTexts, notifyFailure } from '~/notify/notify-failure.ts';
import { endErrorsOfPage } from '~/notify/outcomes.ts';
import { hasCode } from './error-text.ts';

/** The rejected fields of a failure; empty for any other failure. */
export function rejectedFields(error: unknown): FieldError[] {
  if (!hasCode(error, 'INVALID_INPUT')) return [];
  return (error as { data?: { fields?: FieldError[] } }).data?.fields ?? [];
}

/** Converts '[0].name' and '/data/full_name' to the form library's paths. */
function toFormPath(path: string): string {
  return path
    .replace(/\[(\w+)\]/g, '.$1')
    .replaceAll('/', '.')
    .replace(/^\.+/, '');
}

/**
 * Shows a failed submit in the right place: rejected fields get their messages and the first one
 * the focus, everything else becomes a toast. The input stays.
 */
export function showFormError<Values extends FieldValues, Output>(
  error: unknown,
  form: UseFormReturn<Values, unknown, Output>,
  texts: FailureTexts = {},
): void {
  const values = form.getValues();
  const leftover: string[] = [];
  let isFirst = true;
  const byPath = Map.groupBy(rejectedFields(error), ({ path }) => toFormPath(path));
  for (const [path, rejected] of byPath) {
    const message = rejected.map((field) => field.message).join(', ');
    if (!hasPath(values, path)) leftover.push(message);
    else {
      const name = path as FieldPath<Values>;
      form.setError(name, { type: 'server', message }, { shouldFocus: isFirst });
      isFirst = false;
    }
  }
  if (leftover.length > 0) {
    const { title = 'Error' } = texts;
    notify.outcome({ title, description: leftover.join(' '), variant: 'destructive', error });
  } else if (isFirst) notifyFailure(error, texts);
  // The fields say it all; a toast about an earlier attempt would contradict them.
  else endErrorsOfPage();
}

function hasPath(values: unknown, path: string): boolean {
  let at: unknown = values;
  for (const key of path.split('.')) {
    if (typeof at !== 'object' || at === null || !(key in at)) return false;
    at = (at as Record<string, unknown>)[key];
  }
  return true;
}
