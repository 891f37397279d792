/**
 * Imports of build files that can be retried. Most browsers cache a failed `import()` as long as
 * the page lives, and never request its file again. So the file and all its imports are fetched
 * into the browser's cache first; a failed fetch can be retried.
 */

/** The imports of each fetched file, by its address. */
const fetched = new Map<string, string[]>();

const STATIC_IMPORT = /(?:from|import)"\.\/([\w-]+\.js)"/g;
const DYNAMIC_IMPORT = /import\(.\.\/([\w-]+\.js)/;

const addressOf = (file = '') => `/assets/${file}`;

/** The module at this address. Rejects when it, or one of its imports, can't be fetched. */
export async function importFile(address: string): Promise<unknown> {
  await fetchWithImports(address);
  return import(/* @vite-ignore */ address);
}

/** Runs an `import()` written by the bundler; the build wraps each one in this. */
export async function doImport<T>(load: () => Promise<T>): Promise<T> {
  const [, file] = DYNAMIC_IMPORT.exec(`${load}`) ?? [];
  if (file) await fetchWithImports(addressOf(file));
  return load();
}

async function fetchWithImports(address: string, seen = new Set<string>()): Promise<void> {
  if (seen.has(address)) return;
  seen.add(address);
  let imports = fetched.get(address);
  if (!imports) {
    imports = isImported(address) ? [] : await fetchImports(address);
    fetched.set(address, imports);
  }
  await Promise.all(imports.map((next) => fetchWithImports(next, seen)));
}

/** Whether the page has already run this file, with all its imports, without our fetch. */
function isImported(address: string): boolean {
  const entries = performance.getEntriesByName(
    window.origin + address,
  ) as PerformanceResourceTiming[];
  return entries.some(({ initiatorType }) => initiatorType !== 'fetch');
}

async function fetchImports(address: string): Promise<string[]> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(address);
  const code = await answer.text();
  return [...code.matchAll(STATIC_IMPORT)].map(([, file]) => addressOf(file));
}
