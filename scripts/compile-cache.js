// Loaded before anything else, and JavaScript for that reason: what was compiled before is then taken
// from Node's cache, and its TypeScript compiler (12 MB) is not loaded at all.
import { enableCompileCache } from 'node:module';

enableCompileCache();
