import { join } from 'node:path';
import { expect, test } from 'vitest';
import { canMakeNetworks, runInOwnNetwork } from '../testing/outside/own-network.ts';

const PROGRAM = join(import.meta.dirname, '../testing/outside/silent-names.ts');

test.skipIf(!canMakeNetworks())(
  'a name server that never answers for members’ calendars and devices delays nothing else [V1]',
  async () => {
    const { waitedMs } = (await runInOwnNetwork({ file: PROGRAM })) as { waitedMs: number };
    expect(waitedMs).toBeLessThan(2_000);
  },
);
