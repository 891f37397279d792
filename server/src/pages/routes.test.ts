import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { listRoutes } from '../../../web/list-routes.ts';
import { makeTempDataDir, removeTempDataDir } from '../testing/make-temp-data-dir.ts';
import { readRoutes } from './routes.ts';

it('the server knows exactly the pages of the web app [P2]', async () => {
  const build = makeTempDataDir();
  writeFileSync(join(build, 'routes.json'), JSON.stringify(await listRoutes()));
  const findRoute = readRoutes(build);
  for (const path of ['/', '/faq', '/jobs', '/jobs/0b7c', '/admin/settings', '/dashboard']) {
    expect(findRoute(path), path).toBeDefined();
  }
  for (const path of ['/jobs/0b7c/more', '/wp-admin', '/styleguide', '/admin/', '//jobs']) {
    expect(findRoute(path), path).toBeUndefined();
  }
  removeTempDataDir(build);
  expect(readRoutes(build)('/jobs')).toBeUndefined();
});
