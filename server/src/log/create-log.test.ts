import { openSync } from 'node:fs';
import { expect, it } from 'vitest';
import { createLog } from './create-log.ts';

function lineOf(given: object): string {
  const lines: string[] = [];
  const log = createLog({ logLevel: 'info' }, { write: (line: string) => lines.push(line) });
  log.info(given, 'a line');
  return lines.join('');
}

it.each([
  ...['password', 'current_password', 'token', 'access_token', 'refresh_token', 'setup_token'],
  ...['secret', 'authorization', 'cookie', 'email', 'subject', 'content'],
  ...['params', 'detail', 'query'],
])('an operator reads no %s in the log, whatever a line was given', (name) => {
  const line = lineOf({ [name]: 'Zebulon', request: { [name]: 'Zebulon' } });
  expect(line).toContain(`"${name}":"[redacted]"`);
  expect(line).not.toContain('Zebulon');
});

const reads = (err: unknown) => JSON.parse(lineOf({ err })).err;
const faultOf = async (fail: () => unknown) => {
  try {
    await fail();
  } catch (error) {
    return error;
  }
  throw new Error('It did not fail');
};

it.each<[what: string, fail: () => unknown, logged: object]>([
  ['a code', () => Buffer.alloc('Zebulon' as never), { code: 'ERR_INVALID_ARG_TYPE' }],
  ['a cause', () => fetch('Zebulon'), { type: 'TypeError', cause: { code: 'ERR_INVALID_URL' } }],
])(
  'an operator reads no input that a library repeats in an error with %s',
  async (_, fail, logged) => {
    const fault = await faultOf(fail);
    expect(String(fault)).toContain('Zebulon');
    expect(reads(fault)).toMatchObject(logged);
    expect(JSON.stringify(reads(fault))).not.toContain('Zebulon');
  },
);

it('an operator reads why a file cannot be opened, and what Kindpal itself says', async () => {
  const fault = await faultOf(() => openSync('/none', 'r'));
  expect(reads(fault)).toMatchObject({ code: 'ENOENT', message: expect.stringMatching('no such') });
  expect(reads(new Error('The port is in use'))).toMatchObject({ message: 'The port is in use' });
});

it.each(['zebulon@example.org', 'Zebulon0123456789abcdefgh', 'Ab/Cd+EfGhIjKlMnOpQrStUvWx=='])(
  'an operator reads neither an address nor a key in an error of Kindpal itself: %s',
  (content) => {
    const message = `The mail to <${content}> is refused`;
    expect(reads(new Error(message))).toMatchObject({ message: 'The mail to <[…]> is refused' });
  },
);
