import { ORPCError } from '@orpc/server';

/** The code a call was refused with; a call that was not refused fails the test. */
export async function refusalOf(call: Promise<unknown>): Promise<string> {
  return (await errorOf(call)).code;
}

/** The refusal itself. */
export async function errorOf(call: Promise<unknown>): Promise<ORPCError<string, unknown>> {
  try {
    await call;
  } catch (error) {
    if (error instanceof ORPCError) return error;
    throw error;
  }
  throw new Error('the call was not refused');
}
