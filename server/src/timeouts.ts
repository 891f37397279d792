/**
 * Every wait of this process for something external, in milliseconds. Nothing waits without a
 * limit; docs/decisions/0022-when-parts-fail.md says what each one protects.
 */
export const TIMEOUTS = {
  /** The headers of a request, from its first byte. */
  requestHeaders: 15_000,
  /** A request with its body: the largest picture over a slow mobile connection. */
  requestWhole: 120_000,
  /** An idle connection, such as one whose client does not read its response. */
  connectionSilence: 120_000,
  /**
   * A connection between two requests: longer than proxies and clients keep one, so that it is
   * not closed while the next request is being sent.
   */
  connectionReuse: 75_000,
  /** A client that stops sending a body that was already answered. */
  restSilence: 5_000,
  /** The whole rest of such a body, which is dropped. */
  restWhole: 30_000,
  /** Connecting to PostgreSQL, including its handshake. */
  databaseConnect: 10_000,
  /** A database that has signed a start in, and does not answer its shortest statements. */
  databaseSilence: 10_000,
  /** A starting node's wait while others migrate, and the locks of its own migration. */
  migrationTurn: 300_000,
  /** A start's wait for a backup that uses the data directory: large pictures on a slow disk. */
  backup: 3_600_000,
  /** One statement of a request, canceled by PostgreSQL itself. */
  statement: 30_000,
  /** One statement of background work, which may scan whole tables. */
  backgroundStatement: 300_000,
  /** Extra time for a response beyond its statement, before the connection counts as dead. */
  statementGrace: 5_000,
  /** The readiness check: monitors expect an answer, even from a node whose database hangs. */
  readiness: 3_000,
  /** An idle transaction, left behind by a node that hangs. */
  idleTransaction: 60_000,
  /** Connecting to the mail server, including the name look-up. */
  mailConnect: 10_000,
  /** The mail server's greeting. */
  mailGreeting: 10_000,
  /** A mail server that stops responding in the middle of a mail. */
  mailSilence: 20_000,
  /** A whole mail, however active its server is. */
  mailWhole: 60_000,
  /** A whole text message, including the name look-up. */
  smsWhole: 15_000,
  /** The first of two questions for a name that a member entered; the second waits longer. */
  nameAnswer: 2_000,
  /** A whole push message, including the name look-up. */
  pushWhole: 15_000,
  /** One response of a sign-in provider. */
  signInProvider: 8_000,
  /** Fetching a member's own calendar, including the name look-up. */
  calendarWhole: 20_000,
  /** Finding the busy times in it. */
  calendarRead: 10_000,
  /**
   * The processor time for decoding one image and encoding it again: several times that of the
   * slowest real picture, because some machines are slower.
   */
  encodeImageWork: 6_000,
  /** The same in real time, on a busy machine. */
  encodeImage: 10_000,
  /** Connecting to the image store. */
  storeConnect: 3_000,
  /**
   * The image store's response to one request, besides the time for sending an object; there are
   * two attempts.
   */
  storeAnswer: 10_000,
  /** An image that stops arriving from the store. */
  storeSilence: 10_000,
  /**
   * A whole object sent to or read from the store, however active that is: 5 MB, and as long again
   * for each further 5 MB, because archives have any size.
   */
  storeWhole: 30_000,
} as const;

/**
 * The limits of a shutdown: each step starts after the previous one, and all of them end within
 * `whole`.
 */
export const STOP = {
  /** Idle connections may still send a request, and are asked to close with its response. */
  lastRequests: 250,
  /** Running requests. */
  requests: 8_000,
  /** Running tasks; afterwards they are aborted. */
  tasks: 5_000,
  /** Aborted tasks, until their failure is recorded. */
  abortedTasks: 3_000,
  /** Database connections, until their last statement ends. */
  connections: 2_000,
  /** Everything, including the embedded database. */
  whole: 15_000,
} as const;
