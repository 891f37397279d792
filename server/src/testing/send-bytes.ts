import { connect } from 'node:net';

/**
 * The answer to these bytes on their own connection, which need not be a request; its body is one
 * of JSON. A reset after the answer counts as an end: bytes that the server did not read cause it.
 */
export async function sendBytes(port: number, bytes: string | Buffer): Promise<Response> {
  const socket = connect(port, '127.0.0.1').setEncoding('utf8');
  socket.on('error', () => undefined);
  socket.write(bytes);
  let said = '';
  await new Promise<void>((resolve) => {
    socket.on('data', (chunk) => {
      said += chunk;
      if (isJson(bodyOf(said))) resolve();
    });
    socket.once('close', () => resolve());
  });
  socket.destroy();
  const [first = '', ...lines] = (said.split('\r\n\r\n')[0] ?? '').split('\r\n');
  const headers = lines.map((line) => line.split(': ') as [string, string]);
  return new Response(bodyOf(said), { status: Number(first.split(' ')[1]), headers });
}

/** The body of an answer, sent as a whole or as one chunk. */
const bodyOf = (said: string) => said.slice(said.indexOf('{'), said.lastIndexOf('}') + 1);

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
