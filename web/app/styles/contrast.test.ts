import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

type Theme = 'light' | 'dark';
type Color = { l: number; c: number; h: number };

const css = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8');

function readColor(text: string): Color {
  const [l = 0, c = 0, h = 0] = text.trim().split(/\s+/).map(Number);
  return { l, c, h };
}

/** The colors of a theme by token name. */
function readTokens(theme: Theme): Map<string, Color> {
  const both = /--([\w-]+): light-dark\(oklch\(([\d. ]+)\), oklch\(([\d. ]+)\)\)/g;
  const one = /--([\w-]+): oklch\(([\d. ]+)\);/g;
  return new Map([
    ...[...css.matchAll(both)].map(
      ([, name = '', light = '', dark = '']) =>
        [name, readColor(theme === 'light' ? light : dark)] as const,
    ),
    ...[...css.matchAll(one)].map(([, name = '', color = '']) => [name, readColor(color)] as const),
  ]);
}

/** WCAG relative luminance of an OKLCH color, clipped to sRGB. */
function luminanceOf({ l, c, h }: Color): number {
  const a = c * Math.cos((h * Math.PI) / 180);
  const b = c * Math.sin((h * Math.PI) / 180);
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const red = 4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short;
  const green = -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short;
  const blue = -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short;
  const [r = 0, g = 0, u = 0] = [red, green, blue].map((part) => Math.min(1, Math.max(0, part)));
  return 0.2126 * r + 0.7152 * g + 0.0722 * u;
}

function contrastOf(one: Color, other: Color): number {
  const [low = 0, high = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

const PAPERS = ['canvas', 'surface', 'raised', 'sunken'];
/** Text colors and their backgrounds; AA requires 4.5. */
const WRITTEN: [ink: string, ...papers: string[]][] = [
  ['ink', ...PAPERS, 'accent-soft', 'brand-soft', 'danger-soft', 'positive-soft', 'caution-soft'],
  ['ink-soft', ...PAPERS],
  ['accent', ...PAPERS, 'accent-soft'],
  ['accent-strong', 'art-sky'],
  ['accent-ink', 'accent', 'accent-strong'],
  ['brand-ink', 'brand', 'brand-strong'],
  ['positive', 'surface', 'raised', 'positive-soft'],
  ['caution', 'surface', 'raised', 'caution-soft'],
  ['danger', ...PAPERS, 'danger-soft'],
  ['danger-ink', 'danger', 'danger-strong'],
];
/** Borders and focus rings, and their backgrounds. AA requires 3. */
const SHOWN: [mark: string, ...papers: string[]][] = [
  ['focus', ...PAPERS],
  ['line-strong', 'canvas', 'surface', 'raised'],
];

describe.each<Theme>(['light', 'dark'])('somebody who reads in the %s theme', (theme) => {
  const tokens = readTokens(theme);
  const pairs = (list: typeof WRITTEN, least: number) =>
    list.flatMap(([ink, ...papers]) => papers.map((paper) => [ink, paper, least] as const));

  it.each([...pairs(WRITTEN, 4.5), ...pairs(SHOWN, 3)])(
    'can tell %s from %s by a contrast of %s',
    (ink, paper, least) => {
      const [one, other] = [tokens.get(ink), tokens.get(paper)];
      if (!one || !other) throw new Error(`there is no token ${one ? paper : ink}`);
      expect(contrastOf(one, other)).toBeGreaterThanOrEqual(least);
    },
  );
});
