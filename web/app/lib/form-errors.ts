import type { FieldError } from '@kindpal/contract/wire/base';
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { notify } from '~/notify/notify.ts';
import { errorText, hasCode } from './error-text.ts';

type Outcome = {
  /** The toast's title for what belongs to no field. */
  title?: string;
  /** The text for what nobody foresaw, where the specification words it. */
  unexpected?: string;
};

/** The rejected fields that a failure names; empty for any other failure. */
export function rejectedFields(error: unknown): FieldError[] {
  if (!hasCode(error, 'INVALID_INPUT')) return [];
  return (error as { data?: { fields?: FieldError[] } }).data?.fields ?? [];
}

/** '[0].name' and '/data/full_name' both come out as the form library writes paths. */
function toFormPath(path: string): string {
  return path
    .replace(/\[(\w+)\]/g, '.$1')
    .replaceAll('/', '.')
    .replace(/^\.+/, '');
}

/**
 * Puts a failed submit where it belongs: a rejected field gets its text and the first one the
 * focus, everything else a toast. What was typed stays.
 */
export function showFormError<Values extends FieldValues, Output>(
  error: unknown,
  form: UseFormReturn<Values, unknown, Output>,
  { title = 'Error', unexpected }: Outcome = {},
): void {
  const values = form.getValues();
  const leftover: string[] = [];
  let isFirst = true;
  for (const { path, message } of rejectedFields(error)) {
    const name = toFormPath(path) as FieldPath<Values>;
    if (!hasPath(values, name)) leftover.push(message);
    else {
      form.setError(name, { type: 'server', message }, { shouldFocus: isFirst });
      isFirst = false;
    }
  }
  if (leftover.length > 0) {
    notify.outcome({ title, description: leftover.join(' '), variant: 'destructive' });
  } else if (isFirst) {
    notify.outcome({ title, description: errorText(error, unexpected), variant: 'destructive' });
  }
}

function hasPath(values: unknown, path: string): boolean {
  let at: unknown = values;
  for (const key of path.split('.')) {
    if (typeof at !== 'object' || at === null || !(key in at)) return false;
    at = (at as Record<string, unknown>)[key];
  }
  return true;
}
