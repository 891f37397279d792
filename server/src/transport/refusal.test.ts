import { contract } from '@kindpal/contract';
import { expect, test } from 'vitest';
import { refusal } from './refusal.ts';

test('a call throws every error that the contract declares for it, with its status and text', () => {
  for (const [feature, calls] of Object.entries(contract)) {
    for (const [name, call] of Object.entries(calls)) {
      for (const [code, declared] of Object.entries(call['~orpc'].errorMap)) {
        const { status, message } = declared as { status: number; message: string };
        // One code is one error: all calls that declare it must mean the same.
        expect(refusal(code as never), `${feature}.${name}`).toMatchObject({
          code,
          status,
          message,
          defined: true,
        });
      }
    }
  }
});
