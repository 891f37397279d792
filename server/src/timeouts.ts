/**
 * Every wait of this process for something outside of it, in milliseconds. Nothing waits without a
 * limit; docs/decisions/0022-when-parts-fail.md says what each one protects.
 */
export const TIMEOUTS = {
  /** The head of a request, from its first byte. */
  requestHeaders: 15_000,
  /** A request with its body: the largest picture over a slow phone line. */
  requestWhole: 120_000,
  /** A connection on which nothing moves, such as one whose reader takes nothing of its answer. */
  connectionSilence: 120_000,
  /**
   * A connection between two requests: longer than proxies and clients keep one, so that it is not
   * closed while the next request is on its way.
   */
  connectionReuse: 75_000,
  /** Opening a connection to PostgreSQL, its greeting included. */
  databaseConnect: 10_000,
  /** The turn of a node that starts while others migrate, and the locks of its own migration. */
  migrationTurn: 300_000,
  /** One statement of a request, ended by PostgreSQL itself. */
  statement: 30_000,
  /** One statement of background work, which may go through whole tables. */
  backgroundStatement: 300_000,
  /** What an answer may take beyond its statement before the connection is taken for dead. */
  statementGrace: 5_000,
  /** A transaction that does nothing, left behind by a node that hangs. */
  idleTransaction: 60_000,
  /** Reaching the mail server, its name looked up. */
  mailConnect: 10_000,
  /** The mail server's first line. */
  mailGreeting: 10_000,
  /** A mail server that says nothing in the middle of a mail. */
  mailSilence: 20_000,
  /** One mail from beginning to end, however busily its server talks. */
  mailWhole: 60_000,
  /** One text message, from looking up its provider's name to the answer. */
  smsWhole: 15_000,
  /** One push message, from looking up its service's name to the answer. */
  pushWhole: 15_000,
  /** One answer of a provider that members sign in with. */
  signInProvider: 8_000,
  /** One calendar of a member's own, from looking up its host to its last byte. */
  calendarWhole: 20_000,
  /** Finding the busy times in one. */
  calendarRead: 10_000,
  /** Decoding one image and encoding it again. */
  encodeImage: 20_000,
  /** Reaching the image store. */
  storeConnect: 3_000,
  /** The image store's answer to one request; there are two attempts. */
  storeAnswer: 10_000,
  /** An image that stops arriving from the store. */
  storeSilence: 10_000,
} as const;

/** How a stop is bounded: each step begins after the one before, and all of them end by `whole`. */
export const STOP = {
  /** Connections without a request may still send one, and are told to close with its answer. */
  lastRequests: 250,
  /** Requests under way. */
  requests: 8_000,
  /** Tasks under way; after it they are aborted. */
  tasks: 5_000,
  /** Aborted tasks, until their failure is recorded. */
  abortedTasks: 3_000,
  /** Connections to the database, until their last statement ends. */
  connections: 2_000,
  /** Everything, the embedded database included. */
  whole: 15_000,
} as const;
