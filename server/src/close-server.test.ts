import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, test, vi } from 'vitest';
import { makeClose } from './close-server.ts';

test('a shutdown waits for no idle connection of a browser, used or opened in advance', async () => {
  const server = createServer((_, response) => response.end('here')).listen(0, '127.0.0.1');
  const closeServer = makeClose(server);
  await once(server, 'listening');
  // Cutting off connections only when the time is over means that it was waited for.
  const cutOff = vi.spyOn(server, 'closeAllConnections');
  const agent = new Agent({ keepAlive: true });
  const { port } = server.address() as AddressInfo;
  const asked = request({ port, host: '127.0.0.1', agent }).end();
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  const { socket } = answer;
  answer.resume();
  await once(answer, 'end');
  expect([answer.headers.connection, socket.destroyed]).toEqual(['keep-alive', false]);
  const early = connect(port, '127.0.0.1');
  await once(server, 'connection');
  const areClosed = [socket, early].map((one) => once(one, 'close'));
  await closeServer();
  await Promise.all(areClosed);
  expect(cutOff).not.toHaveBeenCalled();
  agent.destroy();
});
