import type { Requirements } from '@kindpal/contract/job/requirements';
import { api } from '~/lib/calls/api.ts';

type Asked = Map<string, Requirements>;

/** The maximum number of ids per call. */
const AT_ONCE = 50;
let waiting: Set<string> | null = null;
let answer: Promise<Asked> | null = null;

async function askFor(ids: string[]): Promise<Asked> {
  const found: Asked = new Map();
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const { items } = await api.job.listRequirements.call({
      job_ids: ids.slice(at, at + AT_ONCE).join(),
    });
    for (const { id, requirements } of items) found.set(id, requirements);
  }
  return found;
}

/**
 * A job's requirements with whether the caller meets them; null for none. Cards of a page share one
 * call. [J5]
 */
export async function askRequirements(id: string): Promise<Requirements | null> {
  if (!waiting || !answer) {
    const ids = new Set<string>();
    waiting = ids;
    answer = new Promise((resolve) => setTimeout(resolve)).then(() => {
      waiting = null;
      return askFor([...ids]);
    });
  }
  waiting.add(id);
  const found = await answer;
  return found.get(id) ?? null;
}
