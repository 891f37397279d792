import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const folder = join(import.meta.dirname, '../public');
const read = (path: string) => readFileSync(join(folder, path));
type Image = { src: string; sizes: string; purpose?: string; form_factor?: string };
type Manifest = {
  display: string;
  start_url: string;
  icons: Image[];
  screenshots: Image[];
  shortcuts: { name: string; url: string; icons: Image[] }[];
};
const manifest = JSON.parse(read('site.webmanifest').toString()) as Manifest;

/** Width and height from the header of a PNG or a lossy WebP. */
function sizesOf({ src }: Image): string {
  const file = read(src);
  if (src.endsWith('.png')) return `${file.readUInt32BE(16)}x${file.readUInt32BE(20)}`;
  expect(file.toString('latin1', 8, 16)).toBe('WEBPVP8 ');
  return `${file.readUInt16LE(26) & 0x3fff}x${file.readUInt16LE(28) & 0x3fff}`;
}

describe('a member who installs Kindpal', () => {
  const { icons, screenshots, shortcuts } = manifest;

  it.each([...icons, ...screenshots, ...shortcuts.flatMap((one) => one.icons)])(
    'gets $src in the size that the manifest states',
    (image) => expect(sizesOf(image)).toBe(image.sizes),
  );

  it('gets a separate window, icons in the sizes that phones need, and one that phones can crop', () => {
    expect(manifest.display).toBe('standalone');
    const plain = icons.filter(({ purpose }) => purpose === undefined);
    expect(plain.map(({ sizes }) => sizes)).toEqual(['192x192', '512x512']);
    expect(icons.some(({ purpose }) => purpose === 'maskable')).toBe(true);
    expect(screenshots.map(({ form_factor }) => form_factor).sort()).toEqual(['narrow', 'wide']);
  });

  it('finds a page at the start address and at each shortcut', () => {
    const routes = readFileSync(join(import.meta.dirname, 'routes.ts'), 'utf8');
    expect(shortcuts.length).toBeGreaterThan(0);
    for (const { url } of [{ url: manifest.start_url }, ...shortcuts]) {
      expect(routes).toContain(`'${url.slice(1)}'`);
    }
  });

  it('can do so from every page', () => {
    const root = readFileSync(join(import.meta.dirname, 'root.tsx'), 'utf8');
    expect(root).toContain('/site.webmanifest');
    expect(existsSync(join(folder, 'site.webmanifest'))).toBe(true);
  });
});
