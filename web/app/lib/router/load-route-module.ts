import { importFile } from '../loading/import-file.ts';
import { loadCode } from '../loading/load-code.ts';

/** Fetches a route's code, once; the previous page stays until then. */
export async function loadRouteModule(
  route: { id: string; module: string },
  loaded: Record<string, unknown>,
): Promise<unknown> {
  loaded[route.id] ??= await loadCode(() => importFile(route.module));
  return loaded[route.id];
}
