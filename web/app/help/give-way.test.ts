import { expect, it } from 'vitest';
import { coversControl } from './give-way.ts';

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
