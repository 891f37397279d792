import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Own as OfFeedback } from '../../feedback/feedback.samples.ts';
import type { Own as OfWaitlist } from '../../waitlist/waitlist.samples.ts';
import { type Scene, setScene } from '../matrix/scene.ts';
import { SCENE_SETTINGS } from '../matrix/settings.ts';
import { startTestKindpal, type TestKindpal } from '../test-kindpal.ts';
import { startTestServer, type TestServer } from '../test-server.ts';
import { currentPosition } from './hostile-bytes.ts';
import { type KnownCase, loadKnownCases } from './known-cases.ts';
import {
  type FuzzRequest,
  fuzzRequests,
  type Operation,
  type Parameter,
  plainRequest,
} from './requests.ts';
import type { IDS, Schema } from './values.ts';

/** Repeat a run with FUZZ_SEED; make it longer with FUZZ_REQUESTS. */
const SEED = Number(process.env.FUZZ_SEED ?? 20261121);
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 8000);
/** Requests may end sessions and jobs, so a new scene is made after this many. */
const SCENE_LASTS = 100;
const AT_ONCE = 4;
const SLOW_MS = 2_000;

type Content = Record<string, { schema?: Schema }>;
type Described = {
  responses: Record<string, unknown>;
  requestBody?: unknown;
  parameters?: unknown[];
};
type Document = {
  paths: Record<string, object>;
  components: { schemas: Record<string, Schema> } & Record<string, Record<string, unknown>>;
};
type Sent = FuzzRequest & { scene: Scene };

let kindpal: TestKindpal;
let server: TestServer;
let document: Document;
let ajv: Ajv2020;
const validators = new Map<string, ValidateFunction>();
const statuses: Record<string, number> = {};
/** Operations that answered at least one request successfully. */
const succeeded = new Set<string>();
/** The matrix's cases, by operation. */
const known = await loadKnownCases();
/** The cursor of the last page that an operation answered with one. */
const cursors = new Map<string, string>();

beforeAll(async () => {
  kindpal = await startTestKindpal({ settings: SCENE_SETTINGS });
  server = await startTestServer(kindpal);
  document = (await (await server.fetch('/rest/v1/openapi.json')).json()) as Document;
  ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema(document, 'api');
});
afterAll(async () => {
  await server.close();
  await kindpal.stop();
});

it(`${REQUESTS} valid, mutated and hostile requests cause no fault, and every answer is as described`, async () => {
  const started = Date.now();
  process.stdout.write(`\nFuzzer: seed ${SEED}\n`);
  const operations = listOperations();
  const source = { schemas: document.components.schemas, known: casesOf };
  const requests = fc.sample(fuzzRequests(operations, source), { seed: SEED, numRuns: REQUESTS });
  const problems = new Map<string, string>();
  const slow: Sent[] = [];
  for (let at = 0; at < requests.length; at += SCENE_LASTS) {
    const scene = await setScene(kindpal.services);
    const queue = requests.slice(at, at + SCENE_LASTS);
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (let next = queue.shift(); next; next = queue.shift()) {
          const sent = { ...next, scene };
          const { problem, ms } = await send(sent);
          if (ms > SLOW_MS) slow.push(sent);
          if (problem) problems.set(`${nameOf(next.operation)} ${problem.kind}`, problem.text);
        }
      }),
    );
  }
  for (const sent of slow) {
    if (await isAlwaysSlow(sent)) problems.set(`slow ${sent.operation.path}`, describe(sent));
  }
  const refused: string[] = [];
  for (const operation of operations) {
    const refusal = await findRefusal(operation);
    if (refusal) refused.push(refusal);
  }
  const seconds = Math.round((Date.now() - started) / 1000);
  process.stdout.write(
    `Fuzzer: ${REQUESTS} requests in ${seconds} s, ${JSON.stringify(statuses)}; ${succeeded.size} operations succeeded\n`,
  );
  expect([...problems.values()].join('\n\n'), `Again with FUZZ_SEED=${SEED}`).toBe('');
  expect(refused, 'The matrix has successes of these operations, the fuzzer has none').toEqual([]);
  const unknown = operations.filter((operation) => casesOf(operation).length === 0);
  expect(unknown.map(nameOf), 'The matrix has no case of these operations').toEqual([]);
  // If the reviewed answers were misread, no operation would have to succeed.
  expect(succeeded.size).toBeGreaterThan(200);
}, 600_000);

const nameOf = ({ method, path }: Operation) => `${method} ${path}`;
const casesOf = (operation: Operation): KnownCase[] => known.get(nameOf(operation)) ?? [];

/**
 * What an operation answers that succeeds in the matrix and never did here; null if it does after
 * all. Other requests may have spoiled every scene for it, so each of its cases gets a new one.
 */
async function findRefusal(operation: Operation): Promise<string | null> {
  const successes = casesOf(operation).flatMap((one) =>
    one.succeedsFor.slice(-1).map((who) => plainRequest(operation, one, who)),
  );
  if (successes.length === 0) return null;
  let answers = '';
  for (const request of successes) {
    if (succeeded.has(nameOf(operation))) return null;
    const scene = await setScene(kindpal.services);
    const { problem, answer } = await send({ ...request, scene });
    if (problem) return problem.text;
    answers += `\nas ${request.caller} → ${answer}`;
  }
  return succeeded.has(nameOf(operation)) ? null : `${nameOf(operation)}${answers}`;
}

function listOperations(): Operation[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(resolve<Record<string, Described>>(item)).map(
      ([method, { parameters = [], responses, requestBody }]) => {
        const content = resolve<{ content?: Content }>(requestBody ?? {}).content ?? {};
        return {
          method: method.toUpperCase(),
          path,
          parameters: parameters.map((parameter) => resolve<Parameter>(parameter)),
          responses,
          body: content['application/json']?.schema,
          takesBytes: 'image/*' in content,
        };
      },
    ),
  );
}

/** Follows a reference to a component; returns any other part unchanged. */
function resolve<Part>(described: unknown): Part {
  const { $ref } = described as { $ref?: string };
  if ($ref === undefined) return described as Part;
  const [kind = '', name = ''] = $ref.split('/').slice(-2);
  return document.components[kind]?.[name] as Part;
}

/** Sends a request with its scene's ids, and returns what is wrong with the response. */
async function send(sent: Sent) {
  const { operation, caller, scene } = sent;
  const written = sent.write(scene);
  const fill = (text: string) =>
    text.replace(/\{\{(\w+)\}\}/g, (_, name: (typeof IDS)[number] | 'position' | 'cursor') => {
      if (name === 'position') return currentPosition(kindpal.services);
      if (name === 'cursor') return cursors.get(nameOf(operation)) ?? 'none';
      const value = (scene as Scene & OfFeedback & OfWaitlist)[name];
      return typeof value === 'string' ? value : value.id;
    });
  const headers = new Headers({ 'x-forwarded-for': randomAddress() });
  for (const [name, value] of Object.entries(written.headers)) headers.set(name, fill(value));
  const { body } = written;
  const leaving = new AbortController();
  const started = performance.now();
  const response = await server.fetch(fill(written.path), {
    method: operation.method,
    headers,
    as: caller === 'visitor' || headers.has('cookie') ? null : scene[caller],
    ...(body === undefined || operation.method === 'GET'
      ? {}
      : { body: typeof body === 'string' ? fill(body) : body }),
    redirect: 'manual',
    signal: leaving.signal,
  });
  const text = await readText(response);
  leaving.abort();
  const ms = performance.now() - started;
  statuses[response.status] = (statuses[response.status] ?? 0) + 1;
  if (isSuccess(response)) succeeded.add(nameOf(operation));
  const cursor = response.ok && text.match(/"(?:next|previous)_cursor":"([^"]+)"/)?.[1];
  if (cursor) cursors.set(nameOf(operation), cursor);
  const kind = whatIsWrong(operation, response, text);
  const answer = `${response.status} ${text.slice(0, 600)}`;
  const problem = kind && {
    kind,
    text: `${kind}\n${describe(sent)}\n→ ${answer}`,
  };
  return { problem, answer, ms };
}

/** Whether it is no refusal: a redirect is one if it brings an error. */
function isSuccess({ ok, headers }: Response): boolean {
  const target = headers.get('location');
  return ok || (target !== null && !target.includes('error='));
}

function whatIsWrong(
  operation: Operation,
  { status, headers }: Response,
  text: string,
): string | null {
  if (status >= 500) return 'met a fault';
  if (status === 404 && !text.startsWith('{')) return 'answered a page';
  // An id with a slash in it, or an empty one, makes a different address: not a fault of this
  // call.
  const { NOT_FOUND, METHOD_NOT_ALLOWED } = document.components.schemas;
  if (status === 405) return misfitOf(METHOD_NOT_ALLOWED as Schema, text);
  if (status === 404 && text.includes('There is nothing here'))
    return misfitOf(NOT_FOUND as Schema, text);
  // `default` describes several statuses, each with its own body.
  if (status >= 400 && JSON.parse(text).status !== status)
    return 'answered a body of another status';
  const declared = operation.responses[status] ?? operation.responses.default;
  if (!declared) return `answered ${status}, which is not described`;
  const { content } = resolve<{ content?: Content }>(declared);
  if (!content) return text === '' ? null : 'answered a body that is not described';
  const type = headers.get('content-type')?.split(';')[0] ?? '';
  const described = content[type];
  if (!described) return `answered ${type}, which is not described`;
  if (type === 'text/event-stream') return misfitOfStream(text);
  return described.schema ? misfitOf(described.schema, text) : null;
}

/** The whole body; of a stream, the text up to `ready`, because it never ends. */
async function readText(response: Response): Promise<string> {
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) {
    return response.text();
  }
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (/^event: ready\n(.+\n)+\n/m.test(text)) break;
  }
  return text;
}

/** Each event is of a known kind, with JSON; one of them is `ready`. The last may be incomplete. */
function misfitOfStream(text: string): string | null {
  const events = text.split('\n\n').slice(0, -1);
  const said = events.filter((event) => !event.startsWith(':'));
  const kinds = said.map((event) => event.match(/^event: (change|reset|ready)$/m)?.[1]);
  for (const event of said) JSON.parse(event.match(/^data: (.*)$/m)?.[1] ?? '');
  if (kinds.includes(undefined)) return 'answered an event that is not described';
  const ready = kinds.filter((kind) => kind === 'ready');
  return ready.length === 1 ? null : 'is a stream that is not ready once';
}

/** How a body differs from its schema; null if it matches. */
function misfitOf(schema: Schema, text: string): string | null {
  if (text === '') return 'answered no body';
  const validate = validatorOf(schema);
  if (validate(JSON.parse(text))) return null;
  return `does not fit its schema: ${ajv.errorsText(validate.errors).slice(0, 300)}`;
}

function validatorOf(schema: Schema): ValidateFunction {
  const key = JSON.stringify(schema);
  const known = validators.get(key);
  if (known) return known;
  const text = key.replaceAll('"#/components', '"api#/components');
  const made = ajv.compile(JSON.parse(text));
  validators.set(key, made);
  return made;
}

function describe({ operation, caller, scene, write }: Sent): string {
  const { path, headers, body } = write(scene);
  return `${operation.method} ${path.slice(0, 500)}\nas ${caller}, ${JSON.stringify(headers)}\n${typeof body === 'string' ? body.slice(0, 600) : Buffer.from(body ?? []).toString('hex')}`;
}

function randomAddress(): string {
  return `10.${[0, 0, 0].map(() => Math.floor(Math.random() * 256)).join('.')}`;
}

/**
 * On a busy machine anything may be slow once: only three times in a row counts. Each time in a
 * new scene, because a repeated write is refused right away.
 */
async function isAlwaysSlow(sent: Sent): Promise<boolean> {
  for (let again = 0; again < 3; again++) {
    const scene = await setScene(kindpal.services);
    if ((await send({ ...sent, scene })).ms <= SLOW_MS) return false;
  }
  return true;
}
