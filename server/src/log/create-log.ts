import pino, { type DestinationStream, type Logger } from 'pino';
import type { Env } from '../env.ts';
import { describeFault } from './describe-fault.ts';

/** Field names that are removed from the log, at the top and one level down. */
const SECRET_NAMES = [
  'password',
  'current_password',
  'token',
  'access_token',
  'refresh_token',
  'setup_token',
  'secret',
  'authorization',
  'cookie',
  'email',
  'subject',
  'content',
  'params',
  'detail',
  'query',
];

/**
 * The log of a process. For an error it keeps what identifies the fault, never stored or sent
 * data.
 */
export function createLog(env: Pick<Env, 'logLevel'>, output?: DestinationStream): Logger {
  const options: pino.LoggerOptions = {
    level: env.logLevel,
    serializers: { err: describeFault, error: describeFault, reason: describeFault },
    redact: {
      paths: SECRET_NAMES.flatMap((name) => [name, `*.${name}`]),
      censor: '[redacted]',
    },
    hooks: {
      // Without a message of its own, a line would use the error's message.
      logMethod([given, text, ...rest], method) {
        const isFault = given instanceof Error || faultIn(given) instanceof Error;
        method.apply(this, [given, isFault && text === undefined ? 'a fault' : text, ...rest]);
      },
    },
  };
  return output ? pino(options, output) : pino(options);
}

function faultIn(given: unknown): unknown {
  return typeof given === 'object' && given !== null && 'err' in given ? given.err : undefined;
}
