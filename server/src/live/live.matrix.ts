import type { Own } from '../feedback/feedback.samples.ts';
import type { Case } from '../testing/matrix/cases.ts';
import type { Scene } from '../testing/matrix/scene.ts';

const NAMED = [
  'job',
  'open',
  'underWay',
  'done',
  'held',
  'cancelled',
  'takenDown',
  'ofSuspended',
  'conversation',
  'pet',
  'invite_request',
  'plea',
] as const;

/** The replay of a stream up to `ready`, with ids replaced by the scene's names. */
async function readEvents(response: Response, scene: Scene & Own) {
  const names = new Map<string, string>(NAMED.map((name) => [scene[name], name]));
  let text = '';
  for await (const chunk of response.body as ReadableStream<Uint8Array>) {
    text += Buffer.from(chunk).toString();
    if (/event: ready\n[\s\S]*?\n\n/.test(text)) break;
  }
  const events = [...text.matchAll(/event: change\n(?:id: .*\n)?data: (.*)\n/g)].map(
    ([, data = '{}']) => JSON.parse(data) as Record<string, unknown>,
  );
  const lines = events.map((event) =>
    Object.entries(event)
      .filter(([, value]) => value !== null)
      .map(([field, value]) => `${field}=${names.get(String(value)) ?? shown(value)}`)
      .join(' '),
  );
  const reset = text.includes('event: reset') ? ['reset'] : [];
  return { text, lines: [...new Set(lines), ...reset].sort() };
}

const shown = (value: unknown) =>
  /^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(String(value)) ? '<id>' : String(value);

const cases: Case<Own>[] = [
  {
    about: 'all that has happened in the scene',
    request: ({ before }) => ({ headers: { 'last-event-id': before } }),
    facts: readEvents,
  },
  {
    about: 'what happened while a page was loading',
    // How much depends on the time; the replay above covers the contents.
    request: () => ({ path: '/realtime/v1?seconds=60' }),
    facts: async (response, scene) => {
      const { text, lines } = await readEvents(response, scene);
      return { text, lines: lines.filter((line) => line === 'reset') };
    },
  },
];
export const rows = { 'GET /realtime/v1': cases };
