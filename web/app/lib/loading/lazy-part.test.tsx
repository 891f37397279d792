import { type ComponentType, Suspense } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import { lazyPart } from './lazy-part.ts';

it('a part whose code is loaded is rendered at once, without its placeholder [P2]', async () => {
  const load = async (): Promise<ComponentType> => () => 'the menu';
  const Menu = lazyPart(load);
  const drawn = () =>
    renderToString(
      <Suspense fallback="loading">
        <Menu />
      </Suspense>,
    );
  expect(drawn()).toContain('loading');
  Menu.prefetch();
  await Promise.resolve();
  await Promise.resolve();
  expect(drawn()).toContain('the menu');
});
