import { buildWebIfStale } from './build-web.ts';
import { endWithNpm } from './end-with-npm.ts';

// The server runs in this process: a stop signal reaches it directly.
endWithNpm();
buildWebIfStale();
await import('../server/src/main.ts');
