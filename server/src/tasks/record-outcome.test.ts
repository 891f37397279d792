import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { recordOutcome } from './record-outcome.ts';

const codeOf = (code: string) => Object.assign(new pg.DatabaseError('x', 1, 'error'), { code });
const system = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
const never = new AbortController().signal;

/** A write that fails with these errors first, and how often it was called. */
function writeAfter(...errors: Error[]) {
  let calls = 0;
  const write = async () => {
    const error = errors[calls++];
    if (error) throw new Error('Failed query', { cause: error });
  };
  return { write, calls: () => calls };
}

describe('the outcome of an email that was sent', () => {
  it.each([
    ['refuses connections', system],
    ['was stopped', codeOf('57P01')],
    ['is starting', codeOf('57P03')],
    ['has no connection left', codeOf('53300')],
    ['chose this statement to end a deadlock', codeOf('40P01')],
    ['closed the connection', new Error('Connection terminated unexpectedly')],
    ['gave no connection in time', new Error('timeout exceeded when trying to connect')],
  ])(
    'is recorded later if the database %s, so that the email is not sent again [S3]',
    async (_, error) => {
      const { write, calls } = writeAfter(error, error);
      await recordOutcome(write, never);
      expect(calls()).toBe(3);
    },
  );

  it('is not written again after an error that would come again', async () => {
    const { write, calls } = writeAfter(codeOf('23505'));
    await expect(recordOutcome(write, never)).rejects.toThrow('Failed query');
    expect(calls()).toBe(1);
  });

  it('does not hold up a stop', async () => {
    const stopping = new AbortController();
    const { write } = writeAfter(...Array.from({ length: 100 }, () => system));
    const recorded = recordOutcome(write, stopping.signal);
    stopping.abort();
    await expect(recorded).rejects.toThrow();
  });
});
