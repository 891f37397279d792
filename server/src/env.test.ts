import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findS3Settings, InvalidEnv, parseEnv } from './env.ts';
import { loadSecret } from './secret.ts';

describe('settings', () => {
  test('an operator without settings gets a Kindpal on port 3000 with everything embedded', () => {
    const env = parseEnv({});
    expect(env).toMatchObject({
      port: 3000,
      host: '0.0.0.0',
      appUrl: 'http://localhost:3000',
      appName: 'Kindpal',
      databaseUrl: undefined,
      databasePool: 10,
      mailFrom: 'Kindpal <support@kindpal.example>',
      currency: 'USD',
      logLevel: 'info',
      mode: 'production',
    });
    expect(isAbsolute(env.dataDir)).toBe(true);
  });

  test('the address includes the port and loses its last slash', () => {
    expect(parseEnv({ PORT: '8080' }).appUrl).toBe('http://localhost:8080');
    expect(parseEnv({ APP_URL: 'https://pets.example/' }).appUrl).toBe('https://pets.example');
  });

  test('an empty setting counts as not set', () => {
    expect(parseEnv({ PORT: '', DATABASE_URL: ' ' })).toMatchObject({
      port: 3000,
      databaseUrl: undefined,
    });
  });

  test.each([
    ['PORT', 'abc'],
    ['PORT', '0'],
    ['PORT', '65536'],
    ['PORT', '1e3'],
    ['APP_URL', 'kindpal.example'],
    ['APP_URL', 'https://kindpal.example/app'],
    ['DATABASE_URL', 'mysql://root:hunter2secret@db/x'],
    ['DATABASE_OWNER_URL', 'mysql://root:hunter2secret@db/x'],
    ['DATABASE_OWNER_URL', 'postgres://root:hunter2secret@db/x'],
    ['DATABASE_POOL', '1'],
    ['SMTP_URL', 'https://user:hunter2secret@mail.example'],
    ['MAIL_FROM', 'nobody'],
    ['MAIL_REPORTS', 'smtp://reports@kindpal.example:2525'],
    ['MAIL_REPORTS', 'smtp://re+ports:hunter2secret@kindpal.example:2525'],
    ['MAIL_REPORTS_CERT', '/etc/ssl/certs/hunter2secret.pem'],
    ['MAIL_FROM', 'A <a@b.example>\r\nBcc: c@d.example'],
    ['SUPPORT_EMAIL', 'help me'],
    ['STORAGE_URL', 's3://key@host/bucket'],
    ['STORAGE_URL', 's3://key:hunter2secret@host'],
    ['STORAGE_URL', 's3://key:hunter2secret@host/bucket?tls=perhaps'],
    ['APP_SECRET', 'hunter2secret'],
    ['CURRENCY', 'DOG'],
    ['EMERGENCY_NUMBER', 'call me'],
    ['LOG_LEVEL', 'loud'],
    ['KINDPAL_MODE', 'staging'],
  ])('an operator who sets %s to %j is told in one line without the value', (name, value) => {
    let message = '';
    try {
      parseEnv({ [name]: value });
    } catch (error) {
      expect(error).toBeInstanceOf(InvalidEnv);
      message = (error as Error).message;
    }
    expect(message).toMatch(new RegExp(`^Invalid settings: ${name} must [^\\n]+$`));
    expect(message).not.toContain('hunter2secret');
  });

  test('an operator with two mistakes sees both at once', () => {
    expect(() => parseEnv({ PORT: 'x', CURRENCY: 'DOG' })).toThrow(
      /^Invalid settings: PORT must .*; CURRENCY must .*$/,
    );
  });

  test('a certificate for delivery reports comes with its key', () => {
    const MAIL_REPORTS = 'smtp://reports@kindpal.example:2525';
    const given = {
      SMTP_URL: 'smtp://mail.example',
      MAIL_REPORTS,
      MAIL_REPORTS_KEY: '/tls/key.pem',
    };
    expect(() => parseEnv(given)).toThrow(/^Invalid settings: MAIL_REPORTS_CERT must come with/);
    expect(parseEnv({ ...given, MAIL_REPORTS_CERT: '/tls/cert.pem' }).mailReports).toMatchObject({
      domain: 'kindpal.example',
      tls: { certFile: '/tls/cert.pem', keyFile: '/tls/key.pem' },
    });
    expect(parseEnv({ SMTP_URL: given.SMTP_URL, MAIL_REPORTS }).mailReports?.tls).toBeNull();
  });

  test('a storage address is taken apart', () => {
    expect(findS3Settings('s3://key:se%2Fcret@localhost:9000/pets?region=eu-1&tls=false')).toEqual({
      accessKeyId: 'key',
      secretAccessKey: 'se/cret',
      endpoint: 'http://localhost:9000',
      bucket: 'pets',
      region: 'eu-1',
    });
  });
});

describe('the secret', () => {
  let dataDir: string;
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'kindpal-secret-'));
  });
  afterEach(() => {
    chmodSync(dataDir, 0o700);
    rmSync(dataDir, { recursive: true });
  });

  test('a member stays signed in over a restart: the same secret is used again', () => {
    const dir = join(dataDir, 'deep/data');
    const first = loadSecret({ appSecret: undefined, dataDir: dir });
    expect(first.length).toBeGreaterThanOrEqual(32);
    expect(loadSecret({ appSecret: undefined, dataDir: dir })).toBe(first);
    if (process.platform !== 'win32') {
      expect(statSync(join(dir, 'secret')).mode & 0o777).toBe(0o600);
    }
  });

  test('the operator’s secret takes precedence over the stored one', () => {
    const appSecret = 'x'.repeat(32);
    expect(loadSecret({ appSecret, dataDir })).toBe(appSecret);
  });

  test('an operator with a damaged secret file is told so, and nobody is signed out', () => {
    writeFileSync(join(dataDir, 'secret'), '');
    expect(() => loadSecret({ appSecret: undefined, dataDir })).toThrow(/damaged/);
  });
});
