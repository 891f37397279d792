import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, test } from 'vitest';
import { withoutUncaught } from '../testing/without-uncaught.ts';
import { openDatabase } from './client.ts';

test('a database that asks for an unknown way to sign in fails the statement, not the process', async () => {
  // AuthenticationGSS, as after a change of pg_hba.conf or a failover.
  const gss = Buffer.from('520000000800000007', 'hex');
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.write(gss));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const db = openDatabase(`postgres://u:p@127.0.0.1:${port}/x`, { size: 1 });
  await withoutUncaught(async () => {
    await expect(db.pool.query('SELECT 1')).rejects.toThrow('authenticationOk');
    const short = db.shortRead({ name: 'a', text: 'SELECT 1', values: [] });
    await expect(short).rejects.toThrow();
  });
  await db.close();
  server.close();
});
