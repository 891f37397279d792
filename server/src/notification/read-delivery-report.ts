import type PostalMime from 'postal-mime';

/** What a mail server says about one email that it was given (RFC 3464). */
export type DeliveryReport = {
  /** Who it was for, as far as the report says: in lower case. */
  recipients: string[];
  outcome: 'delivered' | 'bounced' | 'failed';
};

/** Of a mailbox that is not there or takes nothing: anything of it, its address, its state (RFC 3463). */
const ABOUT_MAILBOX = /^[45]\.(0\.\d+|1\.\d+|2\.(?!3$)\d+)$/;
const MOST_PARTS = { maxNestingDepth: 10, maxHeadersSize: 200_000 };

/**
 * Reads a delivery report. Null for what is none, such as an automatic answer, and for what says
 * nothing final: delayed, relayed to a server that reports nothing, or passed on to a list.
 */
export async function readDeliveryReport(message: Buffer): Promise<DeliveryReport | null> {
  const { default: Parser } = await import('postal-mime');
  const { attachments } = await Parser.parse(message, MOST_PARTS);
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

type Content = Awaited<ReturnType<typeof PostalMime.parse>>['attachments'][number]['content'];

const textOf = (content: Content) =>
  typeof content === 'string' ? content : Buffer.from(content as ArrayBuffer).toString('latin1');

function fieldsOf(group: string): Map<string, string> {
  const lines = group.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/);
  const fields = lines.map((line) => /^([\w-]+):\s*(.*?)\s*$/.exec(line));
  return new Map(fields.map((field) => [field?.[1]?.toLowerCase() ?? '', field?.[2] ?? '']));
}

function outcomeOf(fields: Map<string, string>): DeliveryReport['outcome'] | null {
  const action = fields.get('action')?.toLowerCase();
  if (action === 'delivered') return 'delivered';
  if (action !== 'failed') return null;
  const [status = ''] = fields.get('status')?.split(' ') ?? [];
  return ABOUT_MAILBOX.test(status) ? 'bounced' : 'failed';
}

/** As we named them, and as the server that reports knew them after forwarding. */
function recipientsOf(fields: Map<string, string>): string[] {
  const named = ['original-recipient', 'final-recipient'].map((name) => fields.get(name) ?? '');
  return named.map((name) => name.replace(/^[^;]*;\s*/, '').toLowerCase());
}
