import { beforeEach, expect, it } from 'vitest';
import { followWorker, pageWorker } from './page-worker.ts';

beforeEach(() => pageWorker.change('unknown'));

const browserWith = (ready: Promise<unknown>) => ({ serviceWorker: { ready } }) as never;

it('My Day says that it opens offline once its worker is installed, and not before', async () => {
  let install = (_: unknown) => {};
  const followed = followWorker(
    browserWith(
      new Promise((resolve) => {
        install = resolve;
      }),
    ),
  );
  expect(pageWorker.read()).toBe('unknown');
  install({});
  await followed;
  expect(pageWorker.read()).toBe('ready');
});

it('My Day does not say that it opens offline where workers are missing or refused', async () => {
  await followWorker(browserWith(Promise.reject(new DOMException('Denied', 'SecurityError'))));
  expect(pageWorker.read()).toBe('unknown');
  await followWorker({} as never);
  expect(pageWorker.read()).toBe('none');
});
