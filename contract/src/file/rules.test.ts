import { expect, test } from 'vitest';
import { IMAGE_TYPES, imageProblem } from './rules.ts';

test('a phone photo that the server cannot read is refused before it is sent [R4]', () => {
  for (const type of ['image/heic', 'image/heif', 'image/svg+xml', 'text/html', '']) {
    expect(imageProblem({ type, size: 1 }), type).toBe('Invalid file type');
    expect(IMAGE_TYPES).not.toContain(type);
  }
  for (const type of IMAGE_TYPES) expect(imageProblem({ type, size: 1 }), type).toBeUndefined();
});
