import { readFileSync } from 'node:fs';
import { routeOf } from '../matrix/ask.ts';
import type { Case } from '../matrix/cases.ts';
import { loadRows } from '../matrix/load-rows.ts';
import type { Person } from '../matrix/people.ts';

/** A request of the authorization matrix, and for which people its reviewed answer is a success. */
export type KnownCase = { route: string; asked: Case; succeedsFor: Person[] };

/** The matrix's requests by method and address: no generator finds what these inputs refer to. */
export async function loadKnownCases(): Promise<Map<string, KnownCase[]>> {
  const known = new Map<string, KnownCase[]>();
  for (const { rows, reviewed } of await loadRows()) {
    const successes = readSuccesses(readFileSync(reviewed, 'utf8'));
    for (const [route, cases] of Object.entries(rows)) {
      const { method, path } = routeOf(route);
      const each = cases.map((asked) => ({
        ...{ route, asked },
        succeedsFor: successes.get(`${route}, ${asked.about}`) ?? [],
      }));
      // How the description calls what a route leaves open.
      known.set(`${method} ${path.replace(/\*$/, '{path}')}`, each);
    }
  }
  return known;
}

/** Who gets a success for each case of a `*.matrix.txt`. */
function readSuccesses(text: string): Map<string, Person[]> {
  const successes = new Map<string, Person[]>();
  let route = '';
  let about = '';
  let people: string[] = [];
  for (const line of text.split('\n')) {
    if (line.startsWith('=== ')) route = line.slice(4).split(' · ')[0] ?? '';
    else if (line.startsWith('--- ')) about = line.slice(4);
    else if (/^\w.*:$/.test(line)) people = line.slice(0, -1).split(', ');
    else if (/^ {2}(2\d\d\b|30\d to )/.test(line)) {
      const key = `${route}, ${about}`;
      successes.set(key, [...(successes.get(key) ?? []), ...(people as Person[])]);
    }
  }
  return successes;
}
