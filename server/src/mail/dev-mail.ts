import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Hono } from 'hono';
import type { Env } from '../env.ts';
import { PLAIN_PAGE_POLICY } from '../transport/security-headers.ts';
import { escapeHtml } from './letter.ts';
import type { Mail } from './mailer.ts';
import { listPreviews } from './previews.ts';
import { mailFolder } from './transport.ts';

const LISTED = 100;

export type KeptMail = Mail & { id: string; sent_at: string };

/** The newest mails stored as files, newest first. */
export async function listMails(env: Pick<Env, 'dataDir'>): Promise<KeptMail[]> {
  const names = await readdir(mailFolder(env)).catch(() => []);
  const ids = names.filter((name) => name.endsWith('.json')).map((name) => name.slice(0, -5));
  const newest = ids.sort().reverse().slice(0, LISTED);
  const mails = await Promise.all(newest.map((id) => findMail(env, id)));
  return mails.filter((mail) => mail !== null);
}

/** A stored mail, or null. */
export async function findMail(env: Pick<Env, 'dataDir'>, id: string): Promise<KeptMail | null> {
  if (!/^[\w-]+$/.test(id)) return null;
  const text = await readFile(join(mailFolder(env), `${id}.json`), 'utf8').catch(() => null);
  return text === null ? null : { id, ...JSON.parse(text) };
}

/**
 * Pages that show stored mails, for development and the demo; mounted at /dev/mail. Reading
 * them is enough to sign in as anybody, so production must never mount them.
 */
export function devMail(env: Env): Hono {
  const app = new Hono();
  app.use(async (context, next) => {
    await next();
    context.header('Cache-Control', 'no-store');
    context.header('Referrer-Policy', 'no-referrer');
    context.header('Content-Security-Policy', `${PLAIN_PAGE_POLICY}; frame-src 'self'`);
  });
  app.get('/', async (context) => context.html(page(env, listPage(await listMails(env)))));
  app.get('/all.json', async (context) => context.json(await listMails(env)));
  app.get('/previews', async (context) => {
    const links = (await listPreviews(env)).map(
      ({ name, mail }) =>
        `<li><a href="/dev/mail/previews/${encodeURIComponent(name)}">${escapeHtml(name)}</a>
<br><small>${escapeHtml(mail.subject)}</small></li>`,
    );
    const about = 'Every kind of email, with sample data. Links in them lead nowhere.';
    return context.html(page(env, `${TO_ALL}<p>${about}</p><ul>${links.join('\n')}</ul>`));
  });
  app.get('/previews/:name', async (context) => {
    const name = context.req.param('name');
    const found = (await listPreviews(env)).find((preview) => preview.name === name);
    if (!found) return context.html(page(env, '<p>There is no such email.</p>'), 404);
    const back = '<p><a href="/dev/mail/previews">All kinds</a></p>';
    return context.html(page(env, `${back}${mailPage(found.mail)}`));
  });
  app.get('/:id', async (context) => {
    const mail = await findMail(env, context.req.param('id'));
    if (!mail) return context.html(page(env, '<p>There is no such email.</p>'), 404);
    const about = `<p>To ${escapeHtml(mail.to)}, ${escapeHtml(mail.sent_at)}</p>`;
    return context.html(page(env, `${TO_ALL}${about}${mailPage(mail)}`));
  });
  return app;
}

function listPage(mails: KeptMail[]): string {
  const previews = '<p><a href="/dev/mail/previews">Every kind of email</a></p>';
  if (mails.length === 0) return `${previews}<p>No email has been sent yet.</p>`;
  const rows = mails.map(
    (mail) => `<li><a href="/dev/mail/${mail.id}">${escapeHtml(mail.subject)}</a>
<br><small>to ${escapeHtml(mail.to)}, ${escapeHtml(mail.sent_at)}</small></li>`,
  );
  return `${previews}<ul>${rows.join('\n')}</ul>`;
}

const TO_ALL = '<p><a href="/dev/mail">All emails</a></p>';

function mailPage(mail: Mail): string {
  // Links must open outside the frame, and nothing inside may run.
  const inside = mail.html.replace('<head>', '<head><base target="_top">');
  return `<p><b>${escapeHtml(mail.subject)}</b></p>
<iframe title="${escapeHtml(mail.subject)}" srcdoc="${escapeHtml(inside)}" sandbox="allow-top-navigation-by-user-activation"></iframe>
<h2>Text part</h2>
<pre>${escapeHtml(mail.text)}</pre>${mail.calendar ? `\n<h2>Calendar part</h2>\n<pre>${escapeHtml(mail.calendar.content)}</pre>` : ''}`;
}

function page(env: Env, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Emails of this ${escapeHtml(env.appName)}</title>
<style>
body { max-width: 44rem; margin: 2rem auto; padding: 0 1rem; font: 16px/1.5 system-ui, sans-serif; }
li { margin-bottom: 0.75rem; }
iframe { width: 100%; height: 32rem; border: 1px solid #ccc; border-radius: 8px; }
pre { white-space: pre-wrap; word-break: break-word; }
</style>
</head>
<body>
<h1>Emails of this ${escapeHtml(env.appName)}</h1>
${body}
</body>
</html>
`;
}
