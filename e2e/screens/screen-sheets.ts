import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from '@playwright/test';

/** A picture: its file below the directory, and what it shows. */
export type Picture = {
  file: string;
  screen: string;
  width: number;
  height: number;
  theme: 'light' | 'dark';
};

/** The height of a phone column on a sheet: longer pages continue in the next column. */
const COLUMN = 1400;
const PHONES = 5;
const ROWS = 3;

/**
 * Combines the pictures into contact sheets: phones side by side at full size, and one row per
 * wide screen. Writes `sheet-SET-phone-1.png` and so on to `dir`.
 */
export async function makeSheets(
  browser: Browser,
  pictures: Picture[],
  { dir, set }: { dir: string; set: string },
): Promise<void> {
  const phones = sheetsOf(
    [...Map.groupBy(pictures.filter(isPhone), ({ screen }) => screen).values()].map((shown) =>
      shown.flatMap(columnsOf),
    ),
  );
  const rows = [
    ...Map.groupBy(
      pictures.filter((one) => !isPhone(one)),
      ({ screen }) => screen,
    ),
  ];
  const wide: string[] = [];
  for (let from = 0; from < rows.length; from += ROWS) {
    wide.push(
      rows
        .slice(from, from + ROWS)
        .map(([, shown]) => rowOf(shown))
        .join(''),
    );
  }
  const html = join(dir, 'sheet.html');
  const page = await browser.newPage({ viewport: { width: 2000, height: 1460 } });
  for (const [kind, sheets] of Object.entries({ phone: phones, wide })) {
    for (const [index, sheet] of sheets.entries()) {
      writeFileSync(html, `${STYLE}${sheet}`);
      await page.goto(pathToFileURL(html).href);
      const path = join(dir, `sheet-${set}-${kind}-${index + 1}.png`);
      await page.screenshot({ path });
    }
  }
  await page.close();
  rmSync(html, { force: true });
}

const isPhone = ({ width }: Picture) => width < 768;

const STYLE = `<!doctype html><meta charset="utf-8"><style>
body{margin:0;display:flex;flex-wrap:wrap;align-content:flex-start;gap:8px;background:#888;font:14px sans-serif}
figure{margin:0;position:relative}figcaption{background:#fff;height:20px;overflow:hidden}
i{display:block;background-repeat:no-repeat;background-color:#bbb}
</style>`;

/** A phone's picture, cut into columns. */
function columnsOf({ file, screen, height, theme }: Picture): string[] {
  // Dark has the same words in the same places: its beginning is enough.
  const count = theme === 'dark' ? 1 : Math.ceil(height / COLUMN);
  return Array.from(
    { length: count },
    (_, column) =>
      `<figure><figcaption>${screen} ${column + 1}/${Math.ceil(height / COLUMN)}</figcaption><i style="width:390px;height:${Math.min(COLUMN, height - column * COLUMN)}px;background-image:url(${file});background-position:0 ${-column * COLUMN}px"></i></figure>`,
  );
}

/** Columns of several screens on as few sheets as possible, keeping each screen together. */
function sheetsOf(screens: string[][]): string[] {
  const sheets: string[][] = [];
  for (const columns of screens) {
    const last = sheets.at(-1);
    if (last && last.length + columns.length <= PHONES) last.push(...columns);
    else sheets.push([...columns]);
  }
  return sheets.map((columns) => columns.join(''));
}

const rowOf = (pictures: Picture[]) =>
  pictures
    .map(
      ({ file, screen, width, height, theme }) =>
        `<figure><figcaption>${screen} ${width} ${theme}</figcaption><i style="width:${width > 1000 ? 640 : 345}px;height:${Math.min(460, (height * (width > 1000 ? 640 : 345)) / width)}px;background-image:url(${file});background-size:${width > 1000 ? 640 : 345}px auto"></i></figure>`,
    )
    .join('');
