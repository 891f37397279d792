import { expect, it } from 'vitest';
import { csvLine } from './csv.ts';

it.each([
  '=1+1',
  '+1',
  '-1',
  '@SUM(A1)',
  '\t=1',
  ' =1',
  '\r=1',
  '\n=1',
  '＝1＋1',
  '＠SUM',
  '\u00a0=1',
])('no cell is a formula to a spreadsheet: %j [S3]', (cell) => {
  expect(csvLine([cell])).toMatch(/^"?'/);
});

it.each(['Robin;=1+1', 'Robin; @SUM(A1)', 'Robin\t-1', '\t=1', '{"reason":"Rude.\n=1+1"}'])(
  'nor any part of one where semicolons or tabs separate cells: %j [S3]',
  (cell) => {
    expect(csvLine([cell])).not.toMatch(/[;\t\n]\s*[=+\-@]/);
  },
);

it('everything else stays as it is, in quotes where it has to be [S3]', () => {
  expect(csvLine(['Robin Vale', 'a=b; c', null, 'says "no", twice'])).toBe(
    'Robin Vale,a=b; c,,"says ""no"", twice"\r\n',
  );
});
