/** A permanent refusal: of the recipient's mailbox, or of the email. */
export type Refusal = { state: 'bounced' | 'failed' };

type SmtpError = { responseCode?: unknown; command?: unknown; response?: unknown };

/** The status in a server's answer (RFC 3463), without its class. */
const STATUS = /(?<![\d.])[45]\.(\d{1,3}\.\d{1,3})(?!\.?\d)/;
/** An unknown, moved or disabled mailbox, or one that is full. */
const OF_MAILBOX = /^(1\.(1|2|3|6|10)|2\.[0124])$/;
/** An email that is too large or in a format the server cannot take. */
const OF_CONTENT = /^(2\.3|3\.4|6\.\d+)$/;
/** Says only that it has no more precise status. */
const UNSPECIFIC = /^[015]\.0$/;
const ADDRESSES = /\S+@\S+/g;
const NAMES_MAILBOX = /\b(mailbox|recipient|user)\b/i;
const NAMES_SENDER =
  /relay|auth|log ?in|permi|polic|denied|block|send|from|your|spam|verif|quota|limit|exceed/i;

const NAMES_SIZE = /size|big|large/i;

/**
 * The permanent refusal (5xx, RFC 5321) of a mail server, which is not retried: for this mailbox,
 * or this email. Null for every other failure. Many servers answer a wrong password, an unknown
 * sender or a forbidden network only when the recipient is named or the email has arrived: what is
 * wrong there can be corrected, and the email is still good.
 */
export function refusalOfMail(error: unknown): Refusal | null {
  const { responseCode, command, response } = Object(error) as SmtpError;
  const code = Number(responseCode);
  if (!isAnswerToMail(error) || code < 500 || code > 599) return null;
  const text = String(response);
  const status = statusOf(text);
  if (status) {
    if (OF_MAILBOX.test(status)) return { state: 'bounced' };
    return OF_CONTENT.test(status) ? { state: 'failed' } : null;
  }
  if (command === 'DATA') return code === 552 && NAMES_SIZE.test(text) ? { state: 'failed' } : null;
  const words = text.replace(ADDRESSES, '');
  const isOfMailbox =
    code >= 550 && code <= 553 && NAMES_MAILBOX.test(words) && !NAMES_SENDER.test(words);
  return isOfMailbox ? { state: 'bounced' } : null;
}

/**
 * How many emails a failure concerns. `perhaps_all` is an answer to one email that is not about its
 * mailbox or content: the recipient's server may have given it, or our own, which repeats it.
 */
export function concernedBy(error: unknown): 'one' | 'perhaps_all' | 'all' {
  if (!isAnswerToMail(error)) return 'all';
  const code = Number((error as SmtpError).responseCode);
  // 421 closes the connection; other temporary answers are often of greylisting.
  if (code < 500) return code === 421 ? 'all' : 'one';
  return refusalOfMail(error) ? 'one' : 'perhaps_all';
}

/** Whether the server has accepted Kindpal so far, and answers a recipient or a text. */
function isAnswerToMail(error: unknown): boolean {
  const { responseCode, command } = Object(error) as SmtpError;
  return typeof responseCode === 'number' && (command === 'RCPT TO' || command === 'DATA');
}

function statusOf(text: string): string | null {
  const status = STATUS.exec(text)?.[1];
  return status && !UNSPECIFIC.test(status) ? status : null;
}
