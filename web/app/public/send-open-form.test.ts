import { ORPCError } from '@orpc/client';
import { expect, it, vi } from 'vitest';
import { z } from 'zod';
import { UNREACHABLE_TEXT } from '~/lib/calls/error-text.ts';
import { sendOpenForm } from './send-open-form.ts';
import { CODE_UNREACHABLE_TEXT } from './use-open-form.ts';

const schema = z.object({
  name: z.string().min(1, 'Name is required'),
  email: z.email('No address'),
});
const typed = { name: 'Ada', email: 'ada@home.org' };

it('an error is shown at its field, and nothing is sent [P6]', async () => {
  const call = vi.fn();
  const refusal = await sendOpenForm({ schema, typed: { name: '', email: 'ada' }, call });
  expect(refusal).toEqual({ fields: { name: 'Name is required', email: 'No address' } });
  expect(call).not.toHaveBeenCalled();
});

it('valid input is sent, and there is no error [P6]', async () => {
  const call = vi.fn(async () => ({}));
  expect(await sendOpenForm({ schema, typed, call })).toBeNull();
  expect(call).toHaveBeenCalledExactlyOnceWith(typed);
});

it('a refusal of the server is shown at its field [P6]', async () => {
  const fields = [{ path: 'email', message: 'Please enter a valid email address' }];
  const call = async () => {
    throw new ORPCError('INVALID_INPUT', { defined: true, status: 422, data: { fields } });
  };
  expect(await sendOpenForm({ schema, typed, call })).toEqual({
    fields: { email: 'Please enter a valid email address' },
  });
});

it('an unreachable server is reported, whether the page or the call was cut off [P6]', async () => {
  const call = async () => {
    throw new TypeError('Failed to fetch');
  };
  expect(await sendOpenForm({ schema, typed, call })).toEqual({
    fields: {},
    message: UNREACHABLE_TEXT,
  });
  expect(CODE_UNREACHABLE_TEXT).toBe(UNREACHABLE_TEXT);
});
