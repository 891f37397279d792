import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { buildApiDocs } from './build-api-docs.ts';

it('a developer gets the API page’s script from its pinned package, compressed to a third', () => {
  const folder = mkdtempSync(join(tmpdir(), 'api-docs-'));
  buildApiDocs(folder);
  const script = readFileSync(join(folder, 'scalar.js'));
  const small = readFileSync(join(folder, 'scalar.js.br'));
  expect(script.toString()).toContain('createApiReference');
  expect(small.length).toBeLessThan(script.length / 3);
  expect(brotliDecompressSync(small).equals(script)).toBe(true);
  rmSync(folder, { recursive: true });
});
