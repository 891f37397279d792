import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Session } from '@kindpal/contract/account/schema';
import type { FirstAnswers } from './first-answers.ts';
import type { StaticFile } from './static-files.ts';

/** A page does not wait longer than this, in ms, for what it could begin with: its script asks again. */
const PATIENCE_MS = 1_000;

/** Which files each page's code consists of, by its route; `members` are those of every member's. */
type PageFiles = { pages: Record<string, string[]>; members: string[] };

/** What the build of the web app wrote of its pages. */
export function readPageFiles(build: string): PageFiles {
  const list = join(build, 'page-files.json');
  if (!existsSync(list)) return { pages: {}, members: [] };
  return JSON.parse(readFileSync(list, 'utf8')) as PageFiles;
}

/** A page whose head names the files of its code, so that the browser asks for all of them at once. */
export function withPreloads(page: StaticFile, files: string[] = []): StaticFile {
  const html = textOf(page);
  const links = [...new Set(files)]
    .filter((file) => !html.includes(`"${file}"`))
    .map((file) => `<link rel="modulepreload" href="${file}"/>`);
  return withHead(page, links.join(''));
}

/** The session that a page is asked for with, and what its script would ask for first. */
export type PageStart = FirstAnswers & { session: Session };

/**
 * A page that holds what its script begins with: as data, which no browser runs, so that the page's
 * policy allows it without a hash. Nobody keeps such a page. [U7]
 */
export function withStart(page: StaticFile, { session, answers, picture }: PageStart): StaticFile {
  const known = withData(page, 'session', session);
  const made = Object.keys(answers).length > 0 ? withData(known, 'answers', answers) : known;
  const link = picture && `<${encodeURI(picture)}>; rel=preload; as=image; fetchpriority=high`;
  const headers = { ...page.headers, 'cache-control': 'no-store', ...(link ? { link } : {}) };
  return { ...made, headers };
}

/** A page that holds data for its script, as the content of the element with this id. */
export function withData(page: StaticFile, id: string, data: unknown): StaticFile {
  // Nothing that members call themselves can end the element.
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

/** What a page begins with, or null when nobody can say in time. */
export async function inTime(find: () => Promise<PageStart | null>): Promise<PageStart | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, PATIENCE_MS, null);
  });
  try {
    return await Promise.race([find(), late]);
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
}
