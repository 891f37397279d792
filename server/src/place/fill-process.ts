import { once } from 'node:events';
import { writePlaces } from './fill-places.ts';
import { GAZETTEER_VERSION, readGazetteer } from './gazetteer.ts';
import { matchTypedAreas } from './match-typed-areas.ts';

// The process that started this one may be gone before the list is filled: then this one ends too.
process.once('disconnect', () => process.exit(1));
// By message: what stands in the arguments of a process can be read by everybody on the machine.
const [databaseUrl] = (await once(process, 'message')) as [string];
await writePlaces(databaseUrl, readGazetteer(), GAZETTEER_VERSION);
await matchTypedAreas(databaseUrl);
process.exit(0);
