import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';

/** A server that no connection reaches, as behind a firewall that drops everything. */
export type FullServer = { port: number; close(): Promise<void> };

/** Listens, and then never returns to accept a connection. */
const LISTEN = `
const { createServer } = require('node:net');
const { parentPort } = require('node:worker_threads');
const server = createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
  parentPort.postMessage(server.address().port);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
});`;

/** The system connects a few that were not accepted: these take their places. */
export async function startFullServer(): Promise<FullServer> {
  const worker = new Worker(LISTEN, { eval: true });
  const [port] = (await once(worker, 'message')) as [number];
  const waiting: Socket[] = [];
  let isFull = false;
  while (!isFull && waiting.length < 16) {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    waiting.push(socket);
    isFull = await Promise.race([once(socket, 'connect').then(() => false), sleep(200, true)]);
  }
  if (!isFull) throw new Error('the server still takes connections');
  return {
    port,
    async close() {
      for (const socket of waiting) socket.destroy();
      await worker.terminate();
    },
  };
}
