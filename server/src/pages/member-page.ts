import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Session } from '@kindpal/contract/account/schema';
import type { FirstAnswers } from './first-answers.ts';
import type { StaticFile } from './static-files.ts';

/** How long a page waits for its first answers, in ms; without them its script requests them. */
const FIRST_ANSWERS_TIMEOUT_MS = 1_000;

/** The files of each page's code, by route; `members` are those that every member's page needs. */
type PageFiles = { pages: Record<string, string[]>; members: string[] };

/** What the web build wrote about its pages. */
export function readPageFiles(build: string): PageFiles {
  const list = join(build, 'page-files.json');
  if (!existsSync(list)) return { pages: {}, members: [] };
  return JSON.parse(readFileSync(list, 'utf8')) as PageFiles;
}

/** A page whose head lists its code files, so that the browser requests all of them at once. */
export function withPreloads(page: StaticFile, files: string[] = []): StaticFile {
  const html = textOf(page);
  const links = [...new Set(files)]
    .filter((file) => !html.includes(`"${file}"`))
    .map((file) => `<link rel="modulepreload" href="${file}"/>`);
  return withHead(page, links.join(''));
}

/** The session of a page request, and the first answers for its script. */
export type PageStart = FirstAnswers & { session: Session };

/**
 * A page that contains the first answers for its script: as data, which browsers don't execute,
 * so that the CSP allows it without a hash. Such a page is never cached. [U7]
 */
export function withStart(page: StaticFile, { session, answers, picture }: PageStart): StaticFile {
  const known = withData(page, 'session', session);
  const made = Object.keys(answers).length > 0 ? withData(known, 'answers', answers) : known;
  const link = picture && `<${encodeURI(picture)}>; rel=preload; as=image; fetchpriority=high`;
  const headers = { ...page.headers, 'cache-control': 'no-store', ...(link ? { link } : {}) };
  return { ...made, headers };
}

/** A page with data for its script, as the content of the element with this id. */
export function withData(page: StaticFile, id: string, data: unknown): StaticFile {
  // So that nothing in a member's name can end the element.
  const json = JSON.stringify(data).replaceAll('<', '\\u003c');
  return withHead(page, `<script type="application/json" id="${id}">${json}</script>`);
}

function textOf({ bytes }: StaticFile): string {
  return Buffer.from(bytes).toString();
}

function withHead(page: StaticFile, more: string): StaticFile {
  const html = textOf(page).replace('</head>', () => `${more}</head>`);
  return { ...page, bytes: new Uint8Array(Buffer.from(html)), compressed: new Map() };
}

/** The start of a page, or null when it takes too long. */
export async function inTime(find: () => Promise<PageStart | null>): Promise<PageStart | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, FIRST_ANSWERS_TIMEOUT_MS, null);
  });
  try {
    return await Promise.race([find(), late]);
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
}
