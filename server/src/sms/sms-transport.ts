import type { Env, TwilioSettings } from '../env.ts';
import { keepMail } from '../mail/transport.ts';
import { TIMEOUTS } from '../timeouts.ts';

/** One text message, ready to be sent, and whose account it is about. */
export type Sms = { to: string; text: string; member_id?: string };

/** How text messages are sent. */
export type SmsTransport = {
  /** Resolves when the message is accepted; `signal` aborts the attempt. Throws `NumberRefused`. */
  deliver(sms: Sms, attempt: { signal: AbortSignal }): Promise<void>;
};

/** The provider will never send to this number; its `code` is the provider's reason. */
export class NumberRefused extends Error {
  override name = 'NumberRefused';
  readonly code: number;
  constructor(code: number) {
    super(`The SMS provider refuses this number (${code})`);
    this.code = code;
  }
}

/**
 * Sends through SMS_URL; without it messages are stored with the mails, or not supported in
 * production.
 */
export function openSmsTransport(
  env: Env,
  timeout: number = TIMEOUTS.smsWhole,
): SmsTransport | null {
  if (env.sms) return openTwilio(env.sms, timeout);
  return env.mode === 'production' ? null : keepAsFiles(env);
}

/** https://www.twilio.com/docs/messaging/api/message-resource */
function openTwilio(settings: TwilioSettings, timeout: number): SmsTransport {
  const { account, token, from, endpoint } = settings;
  const url = `${endpoint}/2010-04-01/Accounts/${encodeURIComponent(account)}/Messages.json`;
  const sender = from.startsWith('MG') ? 'MessagingServiceSid' : 'From';
  const authorization = `Basic ${Buffer.from(`${account}:${token}`).toString('base64')}`;
  return {
    async deliver({ to, text }, { signal }) {
      const response = await fetch(url, {
        method: 'POST',
        headers: { authorization },
        body: new URLSearchParams({ To: to, Body: text, [sender]: from }),
        redirect: 'error',
        signal: AbortSignal.any([signal, AbortSignal.timeout(timeout)]),
      });
      if (response.ok) {
        await response.body?.cancel();
        return;
      }
      const code = await codeOf(response);
      // Without a code it is the answer of a proxy.
      if (response.status === 400 && code) throw new NumberRefused(code);
      // Never the response's text, which repeats the number.
      throw new Error(`The SMS provider answered ${response.status} (${code})`);
    },
  };
}

async function codeOf(response: Response): Promise<number> {
  const body = await response.json().catch(() => null);
  return Number((body as { code?: unknown } | null)?.code) || 0;
}

function keepAsFiles(env: Env): SmsTransport {
  return {
    deliver: (sms) =>
      keepMail(env, {
        ...sms,
        subject: `Text message: ${sms.text}`,
        html: `<p>${sms.text}</p>`,
      }),
  };
}
