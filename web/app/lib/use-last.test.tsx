import { renderToString } from 'react-dom/server';
import { expect, it, vi } from 'vitest';
import { keepLast, useLast } from './use-last.ts';

const kept = (value: string | null, of = '') => ({ of, value });

it('a value stays when it becomes null, and a new one replaces it', () => {
  expect(keepLast(kept('old'), null)).toEqual(kept('old'));
  expect(keepLast(kept('old'), 'new')).toEqual(kept('new'));
  expect(keepLast(kept(null), 'first')).toEqual(kept('first'));
});

it('another key starts without the previous value', () => {
  expect(keepLast(kept('a job', '1'), null, { of: '2' })).toEqual(kept(null, '2'));
  expect(keepLast(kept('a job', '1'), 'another', { of: '2' })).toEqual(kept('another', '2'));
});

it('a value that may not replace the current one is ignored, but used if there is none', () => {
  const replaces = () => false;
  expect(keepLast(kept('old'), 'new', { replaces })).toEqual(kept('old'));
  expect(keepLast(kept(null), 'new', { replaces })).toEqual(kept('new'));
});

it('an unchanged value is the same object, so that nothing rerenders', () => {
  const held = kept('same');
  for (const given of ['same', null]) expect(keepLast(held, given)).toBe(held);
  expect(keepLast(held, 'other', { replaces: () => false })).toBe(held);
});

it('a page that keeps a value is rendered once, with it', () => {
  const draw = vi.fn((given: string | null) => useLast(given, { of: 'a job' }));
  const Page = ({ given }: { given: string | null }) => <p>{draw(given) ?? 'nothing'}</p>;
  expect(renderToString(<Page given="a value" />)).toBe('<p>a value</p>');
  expect(renderToString(<Page given={null} />)).toBe('<p>nothing</p>');
  expect(draw).toHaveBeenCalledTimes(2);
});
