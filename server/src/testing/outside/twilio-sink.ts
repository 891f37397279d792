import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerWith } from './answer-with.ts';

/** What it does with a message: 21211 is 'not a number', 503 busy, 'garbled' a proxy's answer. */
export type SmsVerdict = 'accept' | 'refuse' | 'busy' | 'garbled' | 'hang' | 'cut';

/** A server with Twilio's HTTP API, according to its reference. */
export async function startTwilioSink() {
  const sent: { to: string; text: string; from: string; authorization: string }[] = [];
  const state = { verdict: 'accept' as SmsVerdict, asked: 0 };
  const server = createServer(
    answerWith(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const form = new URLSearchParams(Buffer.concat(chunks).toString());
      state.asked += 1;
      if (state.verdict === 'hang') return;
      if (state.verdict === 'cut') {
        request.socket.destroy();
        return;
      }
      if (request.url !== '/2010-04-01/Accounts/AC123/Messages.json')
        return answer(response, 404, 20404);
      const to = form.get('To') ?? '';
      if (state.verdict === 'busy') return answer(response, 503, 20503);
      if (state.verdict === 'garbled') {
        response.writeHead(400).end('Bad request');
        return;
      }
      if (state.verdict === 'refuse')
        return answer(response, 400, 21211, `The 'To' number ${to} is no`);
      const { authorization = '' } = request.headers;
      sent.push({ to, text: form.get('Body') ?? '', from: form.get('From') ?? '', authorization });
      response.writeHead(201, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ sid: 'SM1', status: 'queued', to }));
    }),
  ).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    sent,
    state,
    url: `twilio://AC123:token@127.0.0.1:${port}?from=%2B12015550100&tls=false`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function answer(response: ServerResponse, status: number, code: number, message = 'no'): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ code, message, status }));
}
