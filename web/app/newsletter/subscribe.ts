import { emailSchema } from '@kindpal/contract/text/schema';
import { z } from 'zod';
import { client } from '~/lib/calls/client.ts';
import { sendOpenForm } from '~/public/send-open-form.ts';
import type { Typed } from '~/public/use-open-form.ts';

const schema = z.object({ email: emailSchema, website: z.string() });

/** Validates the address and subscribes. [P6] */
export function send(typed: Typed) {
  return sendOpenForm({ schema, typed, call: (values) => client.newsletter.subscribe(values) });
}
