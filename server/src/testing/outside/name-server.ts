import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { isIPv6 } from 'node:net';

/** The addresses of a name, for each question; undefined never answers. */
export type NameAnswers = (name: string, family: 4 | 6) => string[] | undefined;

export type NameServer = {
  address: string;
  /** The names in questions so far: usually two for one look-up. */
  asked: string[];
  close(): Promise<void>;
};

const FAMILIES: Record<number, 4 | 6> = { 1: 4, 28: 6 };
const HEADER_BYTES = 12;

/** A DNS server on this machine, over UDP. */
export async function startNameServer(answer: NameAnswers, port = 0): Promise<NameServer> {
  const socket = createSocket('udp4');
  const asked: string[] = [];
  socket.on('message', (question, { port: from, address }) => {
    const { name, type, end } = parse(question);
    asked.push(name);
    const family = FAMILIES[type];
    const found = family ? answer(name, family) : [];
    if (found) socket.send(compose(question.subarray(0, end), type, found), from, address);
  });
  socket.bind(port, '127.0.0.1');
  await once(socket, 'listening');
  return {
    address: `127.0.0.1:${socket.address().port}`,
    asked,
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  };
}

/** The name and type in the only question of a message, and where it ends. */
function parse(message: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let length = message.readUInt8(at); length > 0; length = message.readUInt8(at)) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), type: message.readUInt16BE(at + 1), end: at + 5 };
}

/** The response to a question that ends its message; each record refers to its name. */
function compose(question: Buffer, type: number, addresses: string[]): Buffer {
  const head = Buffer.from(question);
  // An answer of a server that looks names up elsewhere, without an error.
  head.writeUInt16BE(0x8180, 2);
  head.writeUInt16BE(addresses.length, 6);
  head.writeUInt32BE(0, 8);
  const records = addresses.map((address) => {
    const bytes = bytesOf(address);
    const record = Buffer.alloc(HEADER_BYTES);
    record.writeUInt16BE(0xc000 | HEADER_BYTES, 0);
    record.writeUInt16BE(type, 2);
    record.writeUInt16BE(1, 4);
    record.writeUInt16BE(bytes.length, 10);
    return Buffer.concat([record, bytes]);
  });
  return Buffer.concat([head, ...records]);
}

function bytesOf(address: string): Buffer {
  if (!isIPv6(address)) return Buffer.from(address.split('.').map(Number));
  const [left = '', right] = address.split('::');
  const groups = (text = '') => text.split(':').filter(Boolean);
  const [before, after] = [groups(left), groups(right)];
  const zeros = Array(8 - before.length - after.length).fill('0');
  const all = [...before, ...zeros, ...after].map((group) => group.padStart(4, '0'));
  return Buffer.from(all.join(''), 'hex');
}
