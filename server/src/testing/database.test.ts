import { expect, test } from 'vitest';
import { createTestDatabase, runOn } from './database.ts';

test('two tests never see each other’s data', async () => {
  const [one, two] = [await createTestDatabase(), await createTestDatabase()];
  await runOn(one.ownerUrl, 'create table mine (n int)');
  const mine = "select count(*)::int from pg_tables where tablename = 'mine'";
  expect(await runOn(one.url, mine)).toEqual([1]);
  expect(await runOn(two.url, mine)).toEqual([0]);
  await Promise.all([one.drop(), two.drop()]);
  await expect(runOn(one.url, mine)).rejects.toThrow(/does not exist/);
});
