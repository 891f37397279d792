import { waitlistFormSchema } from '@kindpal/contract/waitlist/contract';
import { z } from 'zod';
import { client } from '~/lib/calls/client.ts';
import { sendOpenForm } from '~/public/send-open-form.ts';
import type { Typed } from '~/public/use-open-form.ts';

const schema = waitlistFormSchema.extend({ website: z.string() });

/** Validates the input and joins the waitlist. [P4] */
export function send(typed: Typed) {
  return sendOpenForm({ schema, typed, call: (values) => client.waitlist.join(values) });
}
