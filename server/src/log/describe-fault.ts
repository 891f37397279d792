import pg from 'pg';

/** What may be written of a fault: names and codes, and where in the code it was thrown. */
export type FaultDescription = {
  type: string;
  message?: string;
  code?: string;
  constraint?: string;
  schema?: string;
  table?: string;
  column?: string;
  routine?: string;
  stack?: string;
  cause?: FaultDescription;
};

const DEEPEST = 4;
const FRAMES = 12;
const MESSAGE_MAX = 300;

/**
 * Describes an error for the log. PostgreSQL's messages and details hold rows, Drizzle's the
 * parameters of the query, those of parsers and mail servers what they were given: none is kept.
 */
export function describeFault(error: unknown, depth = 0): FaultDescription {
  if (!(error instanceof Error)) return { type: typeof error };
  const fault: FaultDescription = { type: error.constructor.name };
  const { code } = error as { code?: unknown };
  if (typeof code === 'string' || typeof code === 'number') fault.code = cut(String(code));
  if (error instanceof pg.DatabaseError) {
    const { constraint, schema, table, column, routine } = error;
    for (const [name, value] of Object.entries({ constraint, schema, table, column, routine })) {
      if (value) fault[name as 'table'] = value;
    }
  }
  if (mayShowMessage(error)) fault.message = cut(error.message);
  const frames = framesOf(error);
  if (frames) fault.stack = frames;
  if (error.cause !== undefined && depth < DEEPEST) {
    fault.cause = describeFault(error.cause, depth + 1);
  }
  return fault;
}

/**
 * An error that can be thrown at a library which writes its message: the same fault, without what
 * was stored or sent.
 */
export function withoutContents(error: unknown): Error {
  const { stack, ...fault } = describeFault(error);
  const safe = new Error(JSON.stringify(fault));
  safe.name = fault.type;
  safe.stack = `${fault.type}\n${stack ?? ''}`;
  return safe;
}

/** Errors that the runtime or this code words itself; everybody else's may repeat what they got. */
const OWN_WORDS = new Set(['Error', 'TypeError', 'RangeError', 'ReferenceError', 'AssertionError']);

/** An email address, or a long run of what keys and hashes consist of. */
const CONTENTS = /[^\s@<>"']+@[^\s@<>"']+|[\w+/=:.-]*[\w+/=]{24,}[\w+/=:.-]*/g;

function mayShowMessage(error: Error): boolean {
  const isOwn = OWN_WORDS.has(error.constructor.name);
  // A library that marks its error with a code or a command has worded it from an answer.
  const isSystem = 'syscall' in error;
  return isOwn && (isSystem || !('code' in error)) && error.cause === undefined;
}

/** The frames of a stack alone: before them it repeats the message, which may look like frames. */
function framesOf({ message, stack = '' }: Error): string {
  const start = stack.indexOf(message);
  const rest = start < 0 ? '' : stack.slice(start + message.length);
  const frames = rest
    .split('\n')
    .filter((line) => /^ {4}at .*(:\d+:\d+|<anonymous>)\)?$/.test(line));
  return frames.slice(0, FRAMES).join('\n');
}

function cut(text: string): string {
  return text
    .slice(0, 2 * MESSAGE_MAX)
    .replace(CONTENTS, '[…]')
    .slice(0, MESSAGE_MAX);
}
