import { expect, it } from 'vitest';
import { coversControl, findPlace } from './keep-clear.ts';

const home = { left: 16, top: 776, width: 52, height: 52 };

type Box = typeof home;

/** A page of controls: `area` is where a pointer finds one, `box` is where its own text stands. */
function pageOf(controls: { area: Box; box: Box }[]) {
  return (x: number, y: number) =>
    controls
      .filter(({ area }) => x >= area.left && x <= area.left + area.width)
      .filter(({ area }) => y >= area.top && y <= area.top + area.height)
      .map(({ box }) => {
        const control = { getBoundingClientRect: () => box };
        return { closest: () => control } as unknown as Element;
      });
}

const text = { closest: () => null } as unknown as Element;

it('the help button gives way to a Save button that reaches below it on a phone [F1]', () => {
  const save = { left: 36, top: 750, width: 318, height: 48 };
  expect(coversControl(home, pageOf([{ area: save, box: save }]))).toBe(true);
});

it('the help button stays where people only read [F1]', () => {
  expect(coversControl(home, () => [text])).toBe(false);
  expect(coversControl(home, () => [])).toBe(false);
});

it('the help button stays above a card that is one big link, and gives way to its words [F1]', () => {
  const card = { left: 16, top: 600, width: 358, height: 400 };
  const title = { left: 120, top: 640, width: 200, height: 44 };
  const words = { left: 40, top: 790, width: 200, height: 22 };
  expect(coversControl(home, pageOf([{ area: card, box: title }]))).toBe(false);
  expect(coversControl(home, pageOf([{ area: card, box: words }]))).toBe(true);
});

it('the help button stands at the edge beside a field, and above a bar that spans a phone [F1]', () => {
  const field = { left: 38, top: 780, width: 314, height: 48 };
  const bar = { left: 16, top: 700, width: 358, height: 132 };
  expect(findPlace(home, () => [text])).toBeNull();
  expect(findPlace(home, pageOf([{ area: field, box: field }]))).toBe(0);
  const lift = findPlace(home, pageOf([{ area: bar, box: bar }])) ?? 0;
  expect(home.top - lift + home.height).toBeLessThanOrEqual(bar.top);
});

it('the help button stays low where rows fill the edge as far as it looks [F1]', () => {
  const row = { left: 16, top: 0, width: 358, height: 844 };
  expect(findPlace(home, pageOf([{ area: row, box: row }]))).toBe(0);
});
