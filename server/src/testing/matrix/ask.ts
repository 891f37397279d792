import { listCalls } from '../../transport/list-calls.ts';
import type { TestMember } from '../factories.ts';
import type { TestServer } from '../test-server.ts';
import type { Case } from './cases.ts';
import { PEOPLE, type Person } from './people.ts';
import type { Scene } from './scene.ts';
import { secretsIn } from './secrets.ts';
import { shapeOf } from './shape.ts';

/** The response to one person: whether it succeeded, and everything it revealed, as text. */
export type Answer = {
  ok: boolean;
  status: number;
  text: string;
  secrets: string[];
  /** Whether it is an error that its call does not declare, with this status. */
  isUndeclared: boolean;
};
/** `session` is another session of the person than the usual one; null for none. */
type Asked = {
  route: string;
  asked: Case;
  scene: Scene;
  who: Person;
  session?: TestMember | null;
};

const ROUTES = new Map(listCalls().map(({ name, method, path }) => [name, { method, path }]));
/** What a refusal may contain besides its code without being listed. */
const PLAIN_DATA = new Set(['fields', 'details', 'retry_after_seconds', 'request_id']);

/** The method and address of a call by name; for other routes the name already contains both. */
export function routeOf(name: string): { method: string; path: string } {
  const [method = '', path = ''] = name.split(' ');
  return ROUTES.get(name) ?? { method, path };
}

/** Makes a request as one person, each from a different address so that no limit interferes. */
export async function ask(
  server: TestServer,
  { route, asked, scene, who, session }: Asked,
): Promise<Answer> {
  const { path, ...init } = requestOf(route, asked, { scene, who });
  const headers = new Headers(init.headers);
  headers.set(
    'x-forwarded-for',
    `10.${[0, 0, 0].map(() => Math.floor(Math.random() * 256)).join('.')}`,
  );
  const usual = who === 'visitor' ? null : scene[who];
  const as = session === undefined ? usual : session;
  const response = await server.fetch(path, { ...init, headers, as, redirect: 'manual' });
  const { status, ok } = response;
  const facts = asked.facts && ok ? await asked.facts(response, scene) : null;
  const text = facts?.text ?? (await response.text());
  const target = response.headers.get('location');
  const secrets = secretsIn(`${target ?? ''} ${text}`, { scene, who: asked.proves ?? who });
  const told = secrets.length > 0 ? `\ntells ${secrets.join(', ')}` : '';
  const shape = () => {
    if (target !== null) return targetIn(target);
    return ok ? shapeIn(response, text) : refusalIn(text);
  };
  const said = facts ? ['', ...facts.lines].join('\n') : ` ${shape()}`;
  const isUndeclared = !ok && ROUTES.has(route) && !text.includes('"defined":true');
  return { ok, status, secrets, isUndeclared, text: `${status}${said}`.trim() + told };
}

/** The request for a case as this person. */
export function requestOf(
  route: string,
  asked: Case,
  { scene, who }: Pick<Asked, 'scene' | 'who'>,
) {
  const { method, path } = routeOf(route);
  if (asked.request) return { path, method, ...asked.request(scene, who) };
  const input = { ...(asked.input?.(scene, who) as Record<string, unknown> | undefined) };
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(input[name]);
    delete input[name];
    return encodeURIComponent(value);
  });
  if (method === 'GET') {
    const query = new URLSearchParams(input as Record<string, string>);
    return { method, path: query.size > 0 ? `${filled}?${query}` : filled };
  }
  const headers = { 'content-type': 'application/json' };
  return { method, path: filled, headers, body: JSON.stringify(input) };
}

function shapeIn({ headers }: Response, text: string): string {
  const type = headers.get('content-type') ?? '';
  return type.startsWith('application/json') ? shapeOf(JSON.parse(text)) : type;
}

/** Where a redirect leads, and what it brings there, after the code of an error. */
function targetIn(target: string): string {
  const { searchParams } = new URL(target, 'http://localhost');
  const code = searchParams.get('error_code');
  const names = [...searchParams.keys()].filter((name) => !name.startsWith('error'));
  const page = target.replace(/\?.*$/, '');
  return [...(code === null ? [] : ['error', code]), 'to', page, ...names].join(' ');
}

function refusalIn(text: string): string {
  const { code, data } = text.startsWith('{') ? JSON.parse(text) : { code: 'a page', data: null };
  const known = Object.entries(data ?? {}).filter(([name]) => !PLAIN_DATA.has(name));
  return `${code}${known.length > 0 ? ` ${shapeOf(Object.fromEntries(known))}` : ''}`;
}

/** The responses of a case as a paragraph, with people who get the same response grouped. */
export function paragraphOf(answers: Map<Person, Answer>): string {
  const groups = new Map<string, Person[]>();
  for (const person of PEOPLE) {
    const { text } = answers.get(person) as Answer;
    groups.set(text, [...(groups.get(text) ?? []), person]);
  }
  return [...groups]
    .map(([text, people]) => `${people.join(', ')}:\n${text.split('\n').map(indent).join('\n')}`)
    .join('\n');
}

/** Breaks a long line between fields, so that changing one field changes only one or two lines. */
function indent(line: string): string {
  const lines = [''];
  for (const word of line.split(' ')) {
    if ((lines.at(-1) as string).length + word.length > 90) lines.push('');
    lines[lines.length - 1] += `${lines.at(-1) ? ' ' : ''}${word}`;
  }
  return lines.map((text, at) => `  ${at > 0 ? '    ' : ''}${text}`).join('\n');
}
