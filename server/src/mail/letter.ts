import type { Env } from '../env.ts';
import type { MailKind } from './mail-labels.ts';
import type { Mail } from './mailer.ts';

/** The content of a mail in plain text: both its parts are made from this. */
export type Letter = {
  kind: MailKind;
  to: string;
  subject: string;
  /** The heading in the HTML part, if it is not the subject. */
  heading?: string;
  paragraphs: string[];
  /** Several items, each with its own link. */
  entries?: { title: string; body: string; url: string }[];
  action?: { label: string; url: string };
  /** Text after the button. */
  afterwards?: string[];
  /** Why the recipient gets it, if they have no account. */
  because?: string;
  /** For bulk mail: the unsubscribe link, at the bottom and for the mail program's own button. */
  unsubscribe?: string;
};

/** Composes the HTML and the text part. A letter contains no markup: everything is escaped. */
export function composeMail(env: Pick<Env, 'appName' | 'supportEmail'>, letter: Letter): Mail {
  const { to, subject, paragraphs, entries = [], action, afterwards = [], unsubscribe } = letter;
  const because = letter.because ?? `of your ${env.appName} account`;
  const footer = `You receive this because ${because}. Questions? Write to ${env.supportEmail}.`;
  const text = [
    ...paragraphs,
    ...entries.map(({ title, body, url }) => `${title}\n${body}\n${url}`),
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    ...afterwards,
    `-- \n${footer}${unsubscribe ? `\nUnsubscribe: ${unsubscribe}` : ''}`,
  ].join('\n\n');
  const html = layOut(env.appName, { ...letter, footer });
  const headers = unsubscribe ? oneClickHeaders(unsubscribe) : {};
  const mail = { kind: letter.kind, to, subject, text: `${text}\n`, html, headers };
  return letter.because === undefined ? mail : { ...mail, to_visitor: true };
}

/** Lets mail programs show their own unsubscribe button, which posts to the link (RFC 8058). */
function oneClickHeaders(unsubscribe: string): Record<string, string> {
  return {
    'List-Unsubscribe': `<${unsubscribe}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
}

/** For mail programs with a dark mode; inline styles are for all others. */
const DARK = `<style>@media (prefers-color-scheme:dark){.ground{background:#18201c!important;color:#e6ece8!important}.sheet{background:#232d28!important}.name{color:#9fd6bd!important}.soft{color:#a9b5af!important}}</style>`;

function layOut(appName: string, letter: Letter & { footer: string }): string {
  const {
    subject,
    heading = subject,
    paragraphs,
    entries = [],
    action,
    afterwards = [],
    footer,
    unsubscribe,
  } = letter;
  const p = (text: string) => `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`;
  const entry = ({ title, body, url }: (typeof entries)[number]) =>
    `<p style="margin:0 0 16px"><a href="${escapeHtml(url)}" class="name" style="color:#28594a;font-weight:600">${escapeHtml(title)}</a><br>${escapeHtml(body)}</p>`;
  const button = action
    ? `<p style="margin:24px 0"><a href="${escapeHtml(action.url)}" style="display:inline-block;padding:13px 24px;border-radius:999px;background:#28594a;color:#ffffff;text-decoration:none;font-weight:600">${escapeHtml(action.label)}</a></p>
<p class="soft" style="margin:0 0 16px;font-size:13px;color:#5d6b64;word-break:break-all">${escapeHtml(action.url)}</p>`
    : '';
  const end = unsubscribe
    ? `<br><a href="${escapeHtml(unsubscribe)}" class="soft" style="color:#5d6b64">Unsubscribe</a>`
    : '';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
${DARK}
<title>${escapeHtml(subject)}</title>
</head>
<body class="ground" style="margin:0;padding:24px 12px;background:#f6f2ea;color:#23312b;font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif">
<div class="sheet" style="max-width:520px;margin:0 auto;padding:32px;border-radius:16px;background:#ffffff">
<p class="name" style="margin:0 0 24px;font-size:18px;font-weight:700;color:#28594a">${escapeHtml(appName)}</p>
<h1 style="margin:0 0 16px;font-size:22px;line-height:1.25">${escapeHtml(heading)}</h1>
${[...paragraphs.map(p), ...entries.map(entry)].join('\n')}
${button}
${afterwards.map(p).join('\n')}
</div>
<p class="soft" style="max-width:520px;margin:16px auto 0;padding:0 32px;font-size:13px;color:#5d6b64">${escapeHtml(footer)}${end}</p>
</body>
</html>
`;
}

/**
 * A member's text as a quotation in a mail: without invisible characters, and with an invisible
 * space inside anything that a mail program would turn into a link.
 */
export function quote(text: string): string {
  const seen = text.replace(/[\p{Cf}\p{Co}\p{Zl}\p{Zp}]/gu, '');
  return seen.replace(
    /(?<=[\p{L}\p{N}\p{M}\p{ExtPict}\p{EMod}\p{RI}])([.。．｡․﹒@])(?=[\p{L}\p{N}\p{ExtPict}\p{RI}])|(?<=:)(\/\/)/gu,
    '$1$2\u200b',
  );
}

/** Escapes a text for HTML and its attributes. */
export function escapeHtml(text: string): string {
  const entities: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  };
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
