import { listCalls } from '../../transport/list-calls.ts';
import { listInputSchemas } from '../input-schemas.ts';
import type { Case, Rows } from './cases.ts';
import { PEOPLE } from './people.ts';
import type { Scene } from './scene.ts';

/** The input fields of each call, by its name. */
const FIELDS = new Map<string, Set<string>>();
for (const { place } of listInputSchemas()) {
  const [feature, call, field, ...deeper] = place.split('.');
  if (!field || deeper.length > 0 || field.endsWith('[]')) continue;
  const name = `${feature}.${call}`;
  FIELDS.set(name, (FIELDS.get(name) ?? new Set()).add(field));
}

const PAGING = [
  { field: 'limit', about: 'one of them', value: 1 },
  { field: 'cursor', about: 'a cursor that is none', value: 'x' },
  { field: 'before', about: 'a cursor that is none', value: 'x' },
];

/** Adds cases that page each list: its first case, with each of the fields for paging. */
export function withPages(rows: Rows): Rows {
  const paged = Object.entries(rows).map(([route, cases]): [string, Case[]] => {
    const fields = PAGING.filter(({ field }) => FIELDS.get(route)?.has(field));
    const pages = fields.map(
      ({ field, about, value }): Case => ({
        about,
        input: (scene, who) => ({ ...(cases[0]?.input?.(scene, who) ?? {}), [field]: value }),
      }),
    );
    return [route, [...cases, ...pages]];
  });
  return Object.fromEntries(paged);
}

/** The fields, mostly filters, that no case of a read uses: each could match hidden columns. */
export function unusedFields(rows: Rows, scene: Scene): string[] {
  const reads = listCalls().filter(({ method }) => method === 'GET');
  return reads.flatMap(({ name }) => {
    const inputs = (rows[name] ?? []).flatMap(({ input }) =>
      PEOPLE.map((who) => input?.(scene, who) ?? {}),
    );
    const used = new Set(inputs.flatMap((input) => Object.keys(input)));
    return [...(FIELDS.get(name) ?? [])]
      .filter((field) => !used.has(field))
      .map((field) => `${name}: ${field}`);
  });
}
