import { buildWebIfStale } from './build-web.ts';
import { endWithNpm } from './end-with-npm.ts';

// The server runs in this process: there is no other between it and whoever stops it.
endWithNpm();
buildWebIfStale();
await import('../server/src/main.ts');
