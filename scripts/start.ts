import { buildWebIfStale } from './build-web.ts';

// The server runs in this process, so that a signal sent to `npm start` reaches it.
buildWebIfStale();
await import('../server/src/main.ts');
