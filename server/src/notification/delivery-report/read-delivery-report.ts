import type PostalMime from 'postal-mime';

/** A mail server's report about an email (RFC 3464). */
export type DeliveryReport = {
  /** The recipients named in the report, in lower case. */
  recipients: string[];
  outcome: 'delivered' | 'bounced' | 'failed';
};

/**
 * Status codes for a mailbox that does not exist or accepts nothing: address and mailbox status
 * (RFC 3463).
 */
const ABOUT_MAILBOX = /^[45]\.(0\.\d+|1\.\d+|2\.(?!3$)\d+)$/;
const LIMITS = { maxNestingDepth: 10, maxHeadersSize: 50_000, forceRfc822Attachments: true };
/**
 * Lines that are read: the parser takes up to 0.05 ms for each, in the process that serves
 * everybody. A report's own parts come first and are short; the original follows.
 */
const LINES_READ = 4_000;

/**
 * Parses a delivery report. Null if it is not one, such as an automatic reply, or if it is not
 * final: delayed, relayed to a server without reports, or expanded to a list.
 */
export async function readDeliveryReport(message: Buffer): Promise<DeliveryReport | null> {
  const { default: Parser } = await import('postal-mime');
  const { attachments } = await Parser.parse(beginningOf(message), LIMITS);
  const part = attachments.find(({ mimeType }) => mimeType === 'message/delivery-status');
  if (!part) return null;
  const groups = textOf(part.content).split(/\r?\n[ \t]*\r?\n/);
  // The first is about the message, each of the others about a recipient: our emails have one.
  for (const group of groups) {
    const fields = fieldsOf(group);
    const outcome = outcomeOf(fields);
    if (outcome) return { outcome, recipients: recipientsOf(fields) };
  }
  return null;
}

function beginningOf(message: Buffer): Buffer {
  let end = -1;
  for (let line = 0; line < LINES_READ; line++) {
    end = message.indexOf('\n', end + 1);
    if (end === -1) return message;
  }
  return message.subarray(0, end);
}

type Content = Awaited<ReturnType<typeof PostalMime.parse>>['attachments'][number]['content'];

const textOf = (content: Content) =>
  typeof content === 'string' ? content : Buffer.from(content as ArrayBuffer).toString('latin1');

function fieldsOf(group: string): Map<string, string> {
  const lines = group.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/);
  // Trimmed apart: an expression that looks for spaces at the end takes hours for a line of them.
  const fields = lines.map((line) => /^([\w-]+):(.*)$/.exec(line));
  return new Map(
    fields.map((field) => [field?.[1]?.toLowerCase() ?? '', field?.[2]?.trim() ?? '']),
  );
}

function outcomeOf(fields: Map<string, string>): DeliveryReport['outcome'] | null {
  const action = fields.get('action')?.toLowerCase();
  if (action === 'delivered') return 'delivered';
  if (action !== 'failed') return null;
  const [status = ''] = fields.get('status')?.split(' ') ?? [];
  return ABOUT_MAILBOX.test(status) ? 'bounced' : 'failed';
}

/** The address we used, and the one after forwarding by the reporting server. */
function recipientsOf(fields: Map<string, string>): string[] {
  const named = ['original-recipient', 'final-recipient'].map((name) => fields.get(name) ?? '');
  return named.map((name) => name.replace(/^[^;]*;\s*/, '').toLowerCase());
}
