import pg from 'pg';

/** What may be logged about a fault: names and codes, and where in the code it was thrown. */
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
 * Describes an error for the log. PostgreSQL's messages and details contain rows, Drizzle's
 * contain query parameters, and those of parsers and mail servers contain their input: none of
 * these is kept.
 */
export function describeFault(error: unknown, depth = 0): FaultDescription {
  if (!(error instanceof Error)) return { type: typeof error };
  const fault: FaultDescription = { type: error.constructor.name };
  const { code } = error as { code?: unknown };
  if (typeof code === 'string' || typeof code === 'number') {
    fault.code = CONSTANT.test(`${code}`) ? `${code}` : cut(`${code}`);
  }
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
 * An error to throw at a library that logs messages: the same fault, without stored or sent data.
 */
export function withoutContents(error: unknown): Error {
  const { stack, ...fault } = describeFault(error);
  const safe = new Error(JSON.stringify(fault));
  safe.name = fault.type;
  safe.stack = `${fault.type}\n${stack ?? ''}`;
  return safe;
}

/** A library's own code, such as OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED. */
const CONSTANT = /^(?=.{1,80}$)[A-Z]+(_[A-Z]+)+$/;

/** Errors with messages by the runtime or this code; all others may repeat their input. */
const OWN_WORDS = new Set(['Error', 'TypeError', 'RangeError', 'ReferenceError', 'AssertionError']);

/** An email address, or a long run of characters as in keys and hashes. */
const CONTENTS = /[^\s@<>"']+@[^\s@<>"']+|[\w+/=:.-]*[\w+/=]{24,}[\w+/=:.-]*/g;

function mayShowMessage(error: Error): boolean {
  const isOwn = OWN_WORDS.has(error.constructor.name);
  // An error with a code or a command from a library contains text from a response.
  const isSystem = 'syscall' in error;
  return isOwn && (isSystem || !('code' in error)) && error.cause === undefined;
}

/** Only the frames of a stack: it starts with the message, which may look like frames. */
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
