import { importFile } from './import-file.ts';
import { loadCode } from './load-code.ts';

/** Fetches the code of a route, once; the page before it stays until it has come. */
export async function loadRouteModule(
  route: { id: string; module: string },
  loaded: Record<string, unknown>,
): Promise<unknown> {
  loaded[route.id] ??= await loadCode(() => importFile(route.module));
  return loaded[route.id];
}
