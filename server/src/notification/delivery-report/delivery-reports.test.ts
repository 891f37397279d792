import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { Options as SMTPOptions } from 'nodemailer/lib/smtp-transport';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { findFreePort } from '../../../../scripts/find-free-port.ts';
import { failedSignInsMail } from '../../mail/mails/failed-sign-ins.ts';
import { runDueTasks } from '../../tasks/start-tasks.ts';
import { runOn } from '../../testing/database.ts';
import { createMember, type TestMember } from '../../testing/factories.ts';
import { type SmtpSink, startSmtpSink } from '../../testing/outside/smtp-sink.ts';
import { startTestKindpal, type TestKindpal } from '../../testing/test-kindpal.ts';
import { keepNotifications } from '../keep-notifications.ts';
import { readDeliveryReport } from './read-delivery-report.ts';
import { readReportCertificate } from './report-certificate.ts';
import { takeReports } from './take-reports.ts';

let kindpal: TestKindpal;
let sink: SmtpSink;
let port: number;
let stopTaking: () => Promise<void>;
beforeAll(async () => {
  sink = await startSmtpSink();
  port = await findFreePort();
  kindpal = await startTestKindpal({
    settings: {
      SMTP_URL: sink.url,
      MAIL_REPORTS: `smtp://reports@kindpal.example:${port}`,
      HOST: '127.0.0.1',
    },
  });
  stopTaking = await takeReports(kindpal.services);
});
afterAll(async () => {
  await stopTaking();
  await kindpal.stop();
  await sink.close();
});
beforeEach(() => kindpal.setNow(null));

const DAY = 86_400_000;
const db = () => kindpal.services.db;
const settingsOf = (who: TestMember) => kindpal.callerFor(who).notification.getSettings();

async function stateOf(who: TestMember) {
  const { rows } = await db().pool.query(
    `SELECT mail_state AS state, mail_reason AS reason FROM notifications
     WHERE member_id = $1 ORDER BY created_at DESC LIMIT 1`,
    [who.id],
  );
  return rows[0];
}

/** Sends a member a test email; returns how the mail server received it. */
async function send(member: TestMember) {
  await kindpal.callerFor(member).notification.sendTest();
  await runDueTasks(kindpal.services);
  const envelope = sink.envelopes.at(-1);
  if (!envelope?.mailFrom) throw new Error('no email came');
  return { ...envelope, from: envelope.mailFrom.address };
}

/** A report in the format of mail servers (RFC 3464, appendix E). */
function reportOf(action: string, status: string, recipient: string): string {
  return `From: Mail Delivery Subsystem <MAILER-DAEMON@mx.example>
To: reports@kindpal.example
Subject: Delivery report
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="RAA14128"

--RAA14128

What became of your message is said below.

--RAA14128
content-type: message/delivery-status

Reporting-MTA: dns; mx.example
Arrival-Date: Fri, 8 Jul 1994 14:21:47 -0400

Original-Recipient: rfc822;${recipient}
Final-Recipient: RFC822; ${recipient}
Action: ${action}
Status: ${status}
Diagnostic-Code: smtp;
  what the server said

--RAA14128
content-type: text/rfc822-headers

Subject: This is a test

--RAA14128--
`.replaceAll('\n', '\r\n');
}

/** Hands a mail over as a mail server does that encrypts where it can; a refusal is thrown. */
async function handOver(to: string, raw: string, from = ''): Promise<void> {
  await handOverBy({ tls: { rejectUnauthorized: false } }, to, raw, from);
}

async function handOverBy(how: SMTPOptions, to: string, raw: string, from = ''): Promise<void> {
  const transport = createTransport({ host: '127.0.0.1', port, ...how });
  await transport.sendMail({ envelope: { from, to: [to] }, raw });
}

describe('an email that a command sends by itself', () => {
  it('is tracked by its own envelope id: its member sees that it bounced, until a later email is delivered [S3]', async () => {
    const member = await createMember(db());
    const sendWarning = async () => {
      await kindpal.services.mailer.send(failedSignInsMail(kindpal.services.env, member.email));
      await runDueTasks(kindpal.services);
      const { mailFrom } = sink.envelopes.at(-1) ?? {};
      return mailFrom ? mailFrom.address : '';
    };
    const states = async () =>
      (
        await db().pool.query(
          'SELECT state, reason FROM deliveries WHERE member_id = $1 ORDER BY created_at',
          [member.id],
        )
      ).rows;
    const first = await sendWarning();
    expect(first).toMatch(/^reports\+[\da-f]{32}@kindpal\.example$/);
    await handOver(first, reportOf('failed', '5.1.1', member.email));
    expect(await states()).toEqual([{ state: 'bounced', reason: 'returned' }]);
    expect((await settingsOf(member)).bouncing_since).not.toBeNull();
    await handOver(await sendWarning(), reportOf('delivered', '2.1.5', member.email));
    expect(await states()).toMatchObject([{ state: 'bounced' }, { state: 'delivered' }]);
    expect((await settingsOf(member)).bouncing_since).toBeNull();
  });
});

describe('a super admin who sees the delivery of emails', () => {
  it('cannot report one as returned: neither its id on screen nor its page’s cursor is its name [S3]', async () => {
    const member = await createMember(db());
    const staff = await createMember(db(), { app_role: 'super_admin' });
    await send(member);
    await kindpal.services.mailer.send(failedSignInsMail(kindpal.services.env, member.email));
    await runDueTasks(kindpal.services);
    const list = (cursor?: string) =>
      kindpal.callerFor(staff).notification.listDeliveries({ cursor, limit: 1 });
    const first = await list();
    const second = await list(first.next_cursor ?? undefined);
    const shown = [...first.items, ...second.items];
    expect(new Set(shown.map(({ id }) => id)).size).toBe(2);
    expect(shown.map(({ member_id }) => member_id)).toEqual([member.id, member.id]);
    for (const { id } of shown) {
      const to = `reports+${id.replaceAll('-', '')}@kindpal.example`;
      await handOver(to, reportOf('failed', '5.1.1', member.email));
    }
    expect((await settingsOf(member)).bouncing_since).toBeNull();
    const names = sink.envelopes
      .slice(-2)
      .map(({ mailFrom }) => /\+(.*)@/.exec(mailFrom ? mailFrom.address : '')?.[1] ?? '');
    const cursor = Buffer.from(first.next_cursor ?? '', 'base64url').toString();
    for (const name of names) {
      expect(name).toMatch(/^[\da-f]{32}$/);
      expect(cursor.replaceAll('-', '')).not.toContain(name);
      expect(JSON.stringify(shown).replaceAll('-', '')).not.toContain(name);
    }
    await expect(list('W10')).rejects.toThrow();
  });
});

describe('an email of a notification', () => {
  it('requests a report under an id of its own, and is delivered when a report confirms it', async () => {
    const member = await createMember(db());
    const { from, mailFrom, rcptTo, dsn } = await send(member);
    const { rows } = await db().pool.query('SELECT id FROM notifications WHERE member_id = $1', [
      member.id,
    ]);
    const name = rows[0].id.replaceAll('-', '');
    expect(from).toBe(`reports+${name}@kindpal.example`);
    expect([mailFrom, rcptTo[0], dsn]).toMatchObject([
      {},
      { dsn: { notify: ['SUCCESS', 'FAILURE'], orcpt: `rfc822;${member.email}` } },
      { envid: name, ret: 'HDRS' },
    ]);
    expect(await stateOf(member)).toEqual({ state: 'sent', reason: null });
    await handOver(from, reportOf('delivered', '2.1.5', member.email));
    expect(await stateOf(member)).toEqual({ state: 'delivered', reason: null });
    await handOver(from, reportOf('failed', '5.1.1', member.email));
    expect(await stateOf(member)).toEqual({ state: 'delivered', reason: null });
    const staff = await createMember(db(), { app_role: 'super_admin' });
    const listed = await kindpal.callerFor(staff).notification.listDeliveries({
      state: 'delivered',
    });
    expect(listed.items).toContainEqual(
      expect.objectContaining({ member_id: member.id, state: 'delivered' }),
    );
  });

  it.each(['relayed', 'delayed', 'expanded'])('stays sent when it was %s', async (action) => {
    const member = await createMember(db());
    const { from } = await send(member);
    await handOver(from, reportOf(action, '2.0.0', member.email));
    expect(await stateOf(member)).toEqual({ state: 'sent', reason: null });
  });

  it('that was returned shows its recipient a notice until another one is delivered', async () => {
    const member = await createMember(db());
    const first = await send(member);
    await handOver(first.from, reportOf('Failed', '5.1.1 (no such user)', member.email));
    expect(await stateOf(member)).toEqual({ state: 'bounced', reason: 'returned' });
    const { bouncing_since } = await settingsOf(member);
    expect(bouncing_since).not.toBeNull();
    const second = await send(member);
    expect((await settingsOf(member)).bouncing_since).toBe(bouncing_since);
    await handOver(second.from, reportOf('delivered', '2.0.0', member.email.toUpperCase()));
    expect((await settingsOf(member)).bouncing_since).toBeNull();
  });

  it('that was returned is recorded with its mailbox, or not at all: the report is sent again', async () => {
    const member = await createMember(db());
    const { from } = await send(member);
    const report = reportOf('failed', '5.1.1', member.email);
    const alter = (change: string) =>
      runOn(kindpal.ownerUrl, `ALTER TABLE notification_settings ${change}`);
    await alter('ADD CONSTRAINT broken CHECK (bouncing_since IS NULL) NOT VALID');
    await expect(handOver(from, report)).rejects.toThrow('451');
    await alter('DROP CONSTRAINT broken');
    expect(await stateOf(member)).toEqual({ state: 'sent', reason: null });
    await handOver(from, report);
    expect(await stateOf(member)).toEqual({ state: 'bounced', reason: 'returned' });
    expect((await settingsOf(member)).bouncing_since).not.toBeNull();
  });

  it('that was returned shows no notice any more once a later one was not returned for a day', async () => {
    const member = await createMember(db());
    const { from } = await send(member);
    await handOver(from, reportOf('failed', '4.2.2', member.email));
    await send(member);
    await keepNotifications(kindpal.services);
    expect((await settingsOf(member)).bouncing_since).not.toBeNull();
    kindpal.setNow(new Date(Date.now() + 1.1 * DAY));
    await keepNotifications(kindpal.services);
    expect((await settingsOf(member)).bouncing_since).toBeNull();
  });

  it('that was refused for its content has failed, without marking the mailbox', async () => {
    const member = await createMember(db());
    const { from } = await send(member);
    await handOver(from, reportOf('failed', '5.7.1', member.email));
    expect(await stateOf(member)).toEqual({ state: 'failed', reason: 'returned' });
    expect((await settingsOf(member)).bouncing_since).toBeNull();
  });

  it('to a former address of its recipient does not mark the new one', async () => {
    const member = await createMember(db());
    const { from } = await send(member);
    await db().pool.query('UPDATE auth."user" SET email = $2 WHERE id = $1', [
      member.id,
      `new-${member.email}`,
    ]);
    await handOver(from, reportOf('failed', '5.1.1', member.email));
    expect(await stateOf(member)).toEqual({ state: 'bounced', reason: 'returned' });
    expect((await settingsOf(member)).bouncing_since).toBeNull();
  });
});

describe('the port for reports', () => {
  it('refuses mail with a sender, to anybody else, and to more than one', async () => {
    const member = await createMember(db());
    const { from } = await send(member);
    const report = reportOf('failed', '5.1.1', member.email);
    await expect(handOver(from, report, 'someone@example.org')).rejects.toThrow(/550/);
    for (const to of [
      'reports@kindpal.example',
      'postmaster@kindpal.example',
      from.replace('kindpal.example', 'elsewhere.example'),
      from.replace('reports+', 'reports+0'),
      from.replace('reports+', 'other+'),
    ]) {
      await expect(handOver(to, report)).rejects.toThrow(/550/);
    }
    expect(await stateOf(member)).toEqual({ state: 'sent', reason: null });
  });

  it('accepts and ignores an automatic reply, an invalid report, a huge one and one about an unknown email', async () => {
    const member = await createMember(db());
    const { from } = await send(member);
    const report = reportOf('failed', '5.1.1', member.email);
    await handOver(from, 'Subject: I am away\r\n\r\nAction: failed\r\nStatus: 5.1.1\r\n');
    await handOver(from, report.replace('Action', 'Reaction'));
    await handOver(from, report.replace('message/delivery-status', 'text/plain'));
    const filler = 'X-Filler: all the same\r\n'.repeat(50_000);
    await handOver(from, report.replace('Subject: This', `${filler}Subject: This`));
    await handOver(from, report.replace('boundary="RAA14128"', `x="${'y'.repeat(300_000)}"; $&`));
    await handOver(`reports+${'0'.repeat(32)}@kindpal.example`, report);
    expect(await stateOf(member)).toEqual({ state: 'sent', reason: null });
  });
});

describe('a report made to keep the server busy', () => {
  const status = (fields: string) => `Content-Type: multipart/report; boundary=b

--b
Content-Type: message/delivery-status

${fields}
--b--
`;
  const parts = '--b\n\nx\n'.repeat(100_000);

  it.each([
    ['a field of spaces', status(`Action: x${' '.repeat(900_000)}y`)],
    ['empty lines', '\n'.repeat(950_000)],
    ['empty groups', status('\n'.repeat(900_000))],
    ['tiny parts', `Content-Type: multipart/mixed; boundary=b\n\n${parts}`],
    ['flowing text', `Content-Type: text/plain; format=flowed\n\n${'a \n'.repeat(300_000)}`],
    ['emails in emails', `${'Content-Type: message/rfc822\n\n'.repeat(9)}${'a\n'.repeat(300_000)}`],
    ['nested groups of addresses', `To: ${'g:a@b,'.repeat(30_000)}\n\nx`],
  ])('is read in a moment: %s', async (_, message) => {
    await readDeliveryReport(Buffer.from(''));
    const before = performance.now();
    await readDeliveryReport(Buffer.from(message)).catch(() => null);
    // A tenth of a second; it took from half a second to eight minutes.
    expect(performance.now() - before).toBeLessThan(2_000);
  });

  it('is not even read if we sent no such email', async () => {
    const logged = vi.spyOn(kindpal.services.log, 'info');
    const broken = reportOf('failed', '5.1.1', 'x@example.org').replace(
      'boundary="RAA14128"',
      `x="${'y'.repeat(300_000)}"; $&`,
    );
    const unread = 'A delivery report could not be read';
    await handOver(`reports+${'0'.repeat(32)}@kindpal.example`, broken);
    expect(logged).not.toHaveBeenCalledWith(expect.anything(), unread);
    const { from } = await send(await createMember(db()));
    await handOver(from, broken);
    expect(logged).toHaveBeenCalledWith(expect.anything(), unread);
    logged.mockRestore();
  });

  it('does not hide a real one: a long original after the status is left unread', async () => {
    const member = await createMember(db());
    const { from } = await send(member);
    const report = reportOf('failed', '5.1.1', member.email);
    await handOver(from, report.replace('Subject: This', `${'A line\r\n'.repeat(20_000)}$&`));
    expect(await stateOf(member)).toEqual({ state: 'bounced', reason: 'returned' });
  });
});

describe('the encryption of the port', () => {
  const reports = { url: '', mailbox: 'reports', domain: 'kindpal.example', port: 1, tls: null };
  const strictly = (ca: string): SMTPOptions => ({
    requireTLS: true,
    tls: { ca, servername: 'kindpal.example' },
  });

  it('is offered with a self-signed certificate, which is stored, and is not required for a report', async () => {
    const member = await createMember(db());
    const { from } = await send(member);
    const file = join(kindpal.services.env.dataDir, 'mail-reports.pem');
    const pem = await readFile(file, 'utf8');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const report = reportOf('delivered', '2.1.5', member.email);
    await handOverBy(strictly(pem), from, report);
    expect(await stateOf(member)).toEqual({ state: 'delivered', reason: null });
    // It is nobody's that a mail server knows, so one that insists on that does not hand over.
    await expect(handOverBy({ requireTLS: true }, from, report)).rejects.toThrow(/self.signed/);
    await handOverBy({ ignoreTLS: true }, from, report);
    const { env } = kindpal.services;
    expect((await readReportCertificate(env, new Date())).cert).toBe(pem);
  });

  it('replaces its own certificate before it expires, and if the file is damaged', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'kindpal-certificate-'));
    const env = { dataDir, mailReports: reports };
    const [now, later] = [new Date(), new Date(Date.now() + 3630 * DAY)];
    const first = await readReportCertificate(env, now);
    expect(await readReportCertificate(env, now)).toEqual(first);
    const second = await readReportCertificate(env, later);
    expect(second.cert).not.toBe(first.cert);
    expect(await readReportCertificate(env, later)).toEqual(second);
    await writeFile(join(dataDir, 'mail-reports.pem'), second.cert.slice(0, 300));
    const third = await readReportCertificate(env, later);
    expect(third.cert).not.toBe(second.cert);
    await rm(dataDir, { recursive: true });
  });

  it('uses the files named in the settings, and renewed ones without a restart', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'kindpal-certificate-'));
    const make = (name: string) =>
      readReportCertificate({ dataDir: join(dir, name), mailReports: reports }, new Date());
    const [old, renewed] = [await make('old'), await make('renewed')];
    const tls = { keyFile: join(dir, 'key.pem'), certFile: join(dir, 'cert.pem') };
    const own = await findFreePort();
    const services = {
      ...kindpal.services,
      env: { ...kindpal.services.env, mailReports: { ...reports, port: own, tls } },
    };
    await expect(takeReports(services)).rejects.toThrow(/^MAIL_REPORTS_KEY and MAIL_REPORTS_CERT/);
    const write = async (key: string, cert: string) => {
      await writeFile(tls.keyFile, key);
      await writeFile(tls.certFile, cert);
    };
    await write(old.key, old.cert);
    const stop = await takeReports(services, { rereadMs: 20 });
    const member = await createMember(db());
    const report = reportOf('delivered', '2.1.5', member.email);
    const to = `reports+${'0'.repeat(32)}@kindpal.example`;
    const handOverTo = (ca: string) => handOverBy({ ...strictly(ca), port: own }, to, report);
    await handOverTo(old.cert);
    // Half a renewal, or a broken file, leaves what was there.
    for (const [key, cert] of [
      [renewed.key, old.cert],
      [renewed.key, ''],
      ['', renewed.cert],
      ['', ''],
      ['no key', 'no certificate'],
    ] as const) {
      await write(key, cert);
      await new Promise((resolve) => setTimeout(resolve, 100));
      await handOverTo(old.cert);
    }
    await write(renewed.key, renewed.cert);
    await vi.waitFor(() => handOverTo(renewed.cert), { timeout: 5_000 });
    await expect(handOverTo(old.cert)).rejects.toThrow();
    await stop();
    await rm(dir, { recursive: true });
  });
});
