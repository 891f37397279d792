import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { expect, test } from 'vitest';
import { parseEnv } from '../server/src/env.ts';
import { demoSettings } from './demo-settings.ts';

const REAL = {
  HOST: '0.0.0.0',
  DATA_DIR: '/srv/kindpal',
  DATABASE_URL: 'postgres://a:b@db/kindpal',
  DATABASE_OWNER_URL: 'postgres://c:d@db/kindpal',
  SMTP_URL: 'smtp://mail',
  SMS_URL: 'twilio://a:b@sms?from=%2B12015550123',
  STORAGE_URL: 's3://a:b@store/bucket',
};

test('a demo uses no database, files or services of a real community, whatever the environment contains', () => {
  const { settings, ignored } = demoSettings({ ...REAL, PORT: '4000' });
  expect(settings).toEqual({
    PORT: '4000',
    HOST: '127.0.0.1',
    KINDPAL_MODE: 'demo',
    DATA_DIR: '/srv/kindpal/demo',
  });
  expect(ignored.sort()).toEqual(
    Object.keys(REAL)
      .filter((name) => name !== 'DATA_DIR')
      .sort(),
  );
});

test('a demo can be reached only from its own machine', async () => {
  const { host } = parseEnv(demoSettings(REAL).settings);
  const server = createServer((socket) => socket.destroy()).listen(0, host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const outside = Object.values(networkInterfaces())
    .flat()
    .filter((one) => one?.family === 'IPv4' && !one.internal);
  for (const { address } of outside as { address: string }[]) {
    const socket = connect(port, address);
    const [error] = (await once(socket, 'error')) as [NodeJS.ErrnoException];
    expect([address, error.code]).toEqual([address, 'ECONNREFUSED']);
  }
  server.close();
  await once(server, 'close');
});
