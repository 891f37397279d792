import { z } from 'zod';
import { invalidField } from '../wire/refusal.ts';

const usable = z.email();

/** Refuses an address that passes the forms but that the engine could not sign in. [U2] */
export function requireUsableEmail(email: string): void {
  if (!usable.safeParse(email).success) {
    throw invalidField('email', 'Please enter a valid email address');
  }
}
