import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { SETTING_NAMES } from '@kindpal/contract/staff/system';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseEnv } from '../../env.ts';
import { createMember, type TestMember } from '../../testing/factories.ts';
import { refusalOf } from '../../testing/refusal-of.ts';
import { readMailbox } from '../../testing/test-browser.ts';
import { startTestKindpal, type TestKindpal } from '../../testing/test-kindpal.ts';
import { presentInstanceSettings } from './settings.ts';

let kindpal: TestKindpal;
let boss: TestMember;
beforeAll(async () => {
  kindpal = await startTestKindpal();
  boss = await createMember(kindpal.services.db, { app_role: 'super_admin' });
});
afterAll(() => kindpal.stop());

/** A text that PostgreSQL cannot compress. */
const randomText = (length: number) => randomBytes(length).toString('base64').slice(0, length);

const query = (text: string, values: unknown[] = []) =>
  kindpal.services.db.pool.query(text, values);

it('the state and settings of the instance are for super admins, not for admins [S4] [S6]', async () => {
  const admin = await createMember(kindpal.services.db, { app_role: 'admin' });
  const member = await createMember(kindpal.services.db);
  for (const call of ['getSystemHealth', 'getDatabase', 'getSettings'] as const) {
    expect(await refusalOf(kindpal.callerFor(admin).staff[call]())).toBe('FORBIDDEN');
    expect(await refusalOf(kindpal.callerFor(member).staff[call]())).toBe('FORBIDDEN');
    expect(await refusalOf(kindpal.callerFor(null).staff[call]())).toBe('UNAUTHORIZED');
  }
});

describe('System Health [S4]', () => {
  const health = () => kindpal.callerFor(boss).staff.getSystemHealth();

  it('shows the state of this process and its database', async () => {
    const now = await health();
    expect(now.database.latency_ms).toBeGreaterThan(0);
    expect(now.process.node_version).toBe(process.versions.node);
    expect(now.process.version).toMatch(/^\d+\.\d+\.\d+$/);
    expect(now.process.memory_bytes).toBeGreaterThan(now.process.heap_bytes);
    expect(Date.parse(now.process.started_at)).toBeLessThan(Date.now());
    expect(now.storage).toMatchObject({ kind: 'folder', images: 0, bytes: 0 });
    expect(now.storage.free_bytes).toBeGreaterThan(0);
    expect(now.live).toEqual({ subscribers: 0 });
  });

  it('counts what is waiting, being retried, and failed, mails separately', async () => {
    const { mailer, tasks } = kindpal.services;
    await readMailbox(kindpal.services, 'nobody@example.org');
    const nothing = { waiting: 0, running: 0, retrying: 0, failed: 0, oldest_due_at: null };
    expect((await health()).queue).toEqual(nothing);
    for (let n = 0; n < 4; n += 1) {
      await mailer.send({ to: `${n}@example.org`, subject: 's', html: 'h', text: 't' });
    }
    await tasks.add('send_reset_link', { sealed: 'x' });
    const due = '2026-01-02T03:04:05.678Z';
    const jobs = 'graphile_worker._private_jobs';
    await query(`UPDATE ${jobs} SET run_at = $1`, [due]);
    const [retried, failed, running] = (
      await query(`SELECT id FROM graphile_worker.jobs
      WHERE task_identifier = 'send_mail' ORDER BY id LIMIT 3`)
    ).rows;
    await query(
      `UPDATE ${jobs} SET attempts = 1, run_at = now() + interval '1 hour' WHERE id = $1`,
      [retried.id],
    );
    await query(`UPDATE ${jobs} SET attempts = max_attempts WHERE id = $1`, [failed.id]);
    await query(`UPDATE ${jobs} SET locked_at = now(), attempts = 1 WHERE id = $1`, [running.id]);
    const { queue, mail } = await health();
    const mails = { waiting: 1, running: 1, retrying: 1, failed: 1 };
    expect(mail).toMatchObject({ via: 'folder', queue: mails });
    expect(queue).toMatchObject({ ...mails, waiting: 2 });
    expect(Date.parse(queue?.oldest_due_at ?? '')).toBe(Date.parse(due));
    await query(`DELETE FROM ${jobs}`);
  });

  it('shows what is unknown as unknown, and the rest', async () => {
    await kindpal.asOwner('ALTER TABLE files RENAME TO files_away');
    const { dataDir } = kindpal.services.env;
    kindpal.services.env.dataDir = '/nowhere';
    try {
      const { storage, queue } = await health();
      expect(storage).toEqual({ kind: 'folder', images: null, bytes: null, free_bytes: null });
      expect(queue).not.toBeNull();
    } finally {
      kindpal.services.env.dataDir = dataDir;
      await kindpal.asOwner('ALTER TABLE files_away RENAME TO files');
    }
  });
});

describe('Database [S4]', () => {
  it('shows tables, sizes, connections and migrations, and no contents', async () => {
    const secret = await createMember(kindpal.services.db, { bio: 'nobody must read this' });
    const found = await kindpal.callerFor(boss).staff.getDatabase();
    expect(found.version).toMatch(/^\d+/);
    expect(found.size_bytes).toBeGreaterThan(1_000_000);
    expect(found.connections.used).toBeGreaterThan(0);
    expect(found.connections.used).toBeLessThanOrEqual(found.connections.max);
    const names = found.tables.map(({ schema, name }) => `${schema}.${name}`);
    expect(names).toContain('public.users');
    expect(names).toContain('auth.session');
    expect(names.filter((name) => /^(pg_|information_schema)/.test(name))).toEqual([]);
    for (const { bytes } of found.tables) expect(bytes).toBeGreaterThanOrEqual(0);
    // One more of these can tell its reader of a report, a block or a review about them: a report
    // also notifies other staff, who ask questions, read chats and decide.
    const uncounted = found.tables.flatMap((one) => (one.rows_estimate === null ? [one.name] : []));
    expect(uncounted.sort()).toEqual([
      ...['admin_activity_logs', 'change_events', 'chat_readings', 'deliveries', 'feedback'],
      ...['hearings', 'member_blocks', 'moderation_decisions', 'notifications', 'reports'],
      ...['reviews', 'staff_views'],
    ]);
    expect(found.migrations[0]).toEqual({ name: '0000_house', is_applied: true });
    expect(found.migrations.every(({ is_applied }) => is_applied)).toBe(true);
    expect(found.unknown_migrations).toBe(0);
    expect(JSON.stringify(found)).not.toContain('nobody must read this');
    expect(JSON.stringify(found)).not.toContain(secret.email);
  });

  it('does not grow when somebody reports its reader', async () => {
    const MEBIBYTE = 2 ** 20;
    const sizeOfReports = async () => {
      const { size_bytes, tables } = await kindpal.callerFor(boss).staff.getDatabase();
      // Subtracting the other tables from it would otherwise give the exact size of these.
      expect(size_bytes % MEBIBYTE).toBe(0);
      return tables.find(({ name }) => name === 'reports')?.bytes;
    };
    const before = await sizeOfReports();
    expect(before).toBe(MEBIBYTE);
    for (let n = 0; n < 5; n += 1) {
      const reporter = await createMember(kindpal.services.db);
      const report = { subject_type: 'profile', subject_id: boss.id, reason: 'other' } as const;
      await kindpal.callerFor(reporter).report.send({ ...report, details: randomText(1_000) });
    }
    expect(await sizeOfReports()).toBe(before);
  });

  it('detects a database of a newer release, and one with a missing migration', async () => {
    await kindpal.asOwner(`UPDATE drizzle.__drizzle_migrations SET created_at = created_at + 1
      WHERE id = (SELECT min(id) FROM drizzle.__drizzle_migrations)`);
    const { migrations, unknown_migrations } = await kindpal.callerFor(boss).staff.getDatabase();
    expect(migrations.filter(({ is_applied }) => !is_applied)).toEqual([
      { name: '0000_house', is_applied: false },
    ]);
    expect(unknown_migrations).toBe(1);
  });
});

describe('Settings [S4]', () => {
  it('are the current ones, including defaults', async () => {
    const settings = await kindpal.callerFor(boss).staff.getSettings();
    expect(settings).toContainEqual({
      name: 'KINDPAL_MODE',
      is_secret: false,
      is_set: true,
      value: 'test',
    });
    expect(settings).toContainEqual({
      name: 'SMTP_URL',
      is_secret: true,
      is_set: false,
      value: null,
    });
  });

  it('never show a secret, or part of one', () => {
    const shown = presentInstanceSettings(
      parseEnv({
        DATABASE_URL: 'postgres://me:hidden1@db/kindpal',
        DATABASE_OWNER_URL: 'postgres://owner:hidden6@db/kindpal',
        SMTP_URL: 'smtp://me:hidden2@mail:25',
        SMS_URL: 'twilio://hidden10:hidden11@api.twilio.com?from=%2B12015550123',
        STORAGE_URL: 's3://hidden3:hidden4@host/bucket',
        APP_SECRET: `hidden5${'x'.repeat(40)}`,
        VAULT_SECRET: `hidden6${'x'.repeat(40)}`,
        VAULT_SECRET_PREVIOUS: `hidden7${'x'.repeat(40)}`,
        OIDC_PROVIDERS: JSON.stringify([
          { preset: 'google', client_id: 'hidden8', client_secret: 'hidden9' },
        ]),
      }),
    );
    expect(shown).toContainEqual(
      expect.objectContaining({ name: 'OIDC_PROVIDERS', is_secret: false, value: 'Google' }),
    );
    expect(JSON.stringify(shown)).not.toContain('hidden');
    const secrets = shown.filter(({ is_secret }) => is_secret);
    expect(secrets.map(({ is_set, value }) => [is_set, value])).toEqual(
      Array.from({ length: 8 }, () => [true, null]),
    );
  });

  it('are complete', async () => {
    const source = await readFile(new URL('../../env.ts', import.meta.url), 'utf8');
    const names = [...source.matchAll(/^ {2}([A-Z_]+):/gm)].map(([, name]) => name);
    expect([...SETTING_NAMES].sort()).toEqual(names.sort());
  });
});
