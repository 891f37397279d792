/**
 * Imports of files of the build that can be repeated after a failure. Most browsers remember for as
 * long as the page stands that an `import()` failed, and never ask for its file again. So the file and
 * all that it imports are fetched into the browser's cache first; a failed fetch can be repeated.
 */

/** The files that each fetched file imports, by its address. */
const fetched = new Map<string, string[]>();

const STATIC_IMPORT = /(?:from|import)"\.\/([\w-]+\.js)"/g;
const DYNAMIC_IMPORT = /import\(.\.\/([\w-]+\.js)/;

const addressOf = (file = '') => `/assets/${file}`;

/** The code of the file at this address. Rejects where it, or a file that it needs, does not arrive. */
export async function importFile(address: string): Promise<unknown> {
  await fetchWithImports(address);
  return import(/* @vite-ignore */ address);
}

/** Does an `import()` that the bundler wrote; the build puts this around each. */
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

/** Whether the page has run this file, with all that it imports, without a fetch of ours. */
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
