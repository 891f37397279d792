import type { z } from 'zod';
import { errorText } from '~/lib/calls/error-text.ts';
import { rejectedFields } from '~/lib/calls/form-errors.ts';
import type { Refusal, Typed } from './use-open-form.ts';

type Sending<Output> = {
  schema: z.ZodType<Output>;
  typed: Typed;
  call: (values: Output) => Promise<unknown>;
};

/** Validates the input with the contract's schema and sends it. Resolves to the errors, or null. */
export async function sendOpenForm<Output>(sending: Sending<Output>): Promise<Refusal | null> {
  const checked = sending.schema.safeParse(sending.typed);
  if (!checked.success) {
    return byField(checked.error.issues.map(({ path, message }) => [String(path[0]), message]));
  }
  try {
    await sending.call(checked.data);
    return null;
  } catch (error) {
    const rejected = rejectedFields(error);
    if (rejected.length === 0) return { fields: {}, message: errorText(error) };
    return byField(rejected.map(({ path, message }) => [lastName(path), message]));
  }
}

/** Keeps the first message for each field. */
function byField(said: [field: string, message: string][]): Refusal {
  return { fields: Object.fromEntries([...said].reverse()) };
}

function lastName(path: string): string {
  return path.split(/[/.[\]]+/).findLast(Boolean) ?? '';
}
