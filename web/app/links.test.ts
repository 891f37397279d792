import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { listRoutes } from '../list-routes.ts';

/** Pages that people open by typing their address. */
const TYPED = ['/super-admin-setup'];

/** The sources that contain links: pages, mails and notifications. */
function listSources(): string[] {
  return ['../../web/app', '../../contract/src', '../../server/src'].flatMap((folder) => {
    const path = join(import.meta.dirname, folder);
    return readdirSync(path, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !/(\.test\.tsx?|^routes\.ts)$/.test(name))
      .map((name) => readFileSync(join(path, name), 'utf8'));
  });
}

/** Finds an address in a text; its parameters are values of a template, such as `${job.id}`. */
function linkTo(address: string): RegExp {
  const pattern = address.replaceAll(/:\w+/g, () => '\\$\\{[^}]+\\}');
  return new RegExp(`['"\`}]${pattern}['"\`?#$]`);
}

it('every page has a link to it', async () => {
  const sources = listSources();
  const unlinked = (await listRoutes()).filter(
    (address) => !sources.some((source) => linkTo(address).test(source)),
  );
  expect(unlinked, 'Add a link from the page that it belongs to.').toEqual(TYPED);
});
