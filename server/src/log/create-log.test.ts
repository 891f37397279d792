import { expect, it } from 'vitest';
import { createLog } from './create-log.ts';

it.each([
  ...['password', 'current_password', 'token', 'access_token', 'refresh_token', 'setup_token'],
  ...['secret', 'authorization', 'cookie', 'email', 'subject', 'content'],
  ...['params', 'detail', 'query'],
])('an operator reads no %s in the log, whatever a line was given', (name) => {
  const lines: string[] = [];
  const log = createLog({ logLevel: 'info' }, { write: (line: string) => lines.push(line) });
  log.info({ [name]: 'Zebulon', request: { [name]: 'Zebulon' } }, 'a line');
  expect(lines.join('')).toContain(`"${name}":"[redacted]"`);
  expect(lines.join('')).not.toContain('Zebulon');
});
