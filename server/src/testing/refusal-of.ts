import { ORPCError } from '@orpc/server';

/** The code a call was refused with; a call that was not refused fails the test. */
export async function refusalOf(call: Promise<unknown>): Promise<string> {
  return (await errorOf(call)).code;
}

/** The refusal itself. */
export async function errorOf(call: Promise<unknown>): Promise<ORPCError<string, unknown>> {
  const error = await refusedWith(call);
  if (!error) throw new Error('the call was not refused');
  return error;
}

/** Of a call that may go either way: the code it was refused with, or ok. */
export async function outcomeOf(call: Promise<unknown>): Promise<string> {
  return (await refusedWith(call))?.code ?? 'ok';
}

async function refusedWith(call: Promise<unknown>): Promise<ORPCError<string, unknown> | null> {
  try {
    await call;
    return null;
  } catch (error) {
    if (error instanceof ORPCError) return error;
    throw error;
  }
}
