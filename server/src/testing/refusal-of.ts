import { ORPCError } from '@orpc/server';

/** The error code of a refused call; a call that succeeds fails the test. */
export async function refusalOf(call: Promise<unknown>): Promise<string> {
  return (await errorOf(call)).code;
}

/** The error itself. */
export async function errorOf(call: Promise<unknown>): Promise<ORPCError<string, unknown>> {
  const error = await refusedWith(call);
  if (!error) throw new Error('the call was not refused');
  return error;
}

/** For a call with either outcome: its error code, or ok. */
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
