import { renderToString } from 'react-dom/server';
import { expect, it, vi } from 'vitest';
import { runEffects } from '~/testing/effects.ts';
import { OuterWindow, outerWindow } from './outer-window.tsx';

vi.mock('react', async (load) => ({
  ...(await load<object>()),
  ...(await import('~/testing/effects.ts')).hooks,
}));

it('a window that is open when the session ends is not there when somebody signs in again [S4 U7]', () => {
  renderToString(<OuterWindow />);
  const unmount = runEffects();
  outerWindow.change('A report about Sam Sitter');
  unmount();
  expect(outerWindow.read()).toBeNull();
});
