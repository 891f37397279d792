import { once } from 'node:events';
import { describeFault } from '../log/describe-fault.ts';
import { writePlaces } from './fill-places.ts';
import { GAZETTEER_VERSION, readGazetteer } from './gazetteer.ts';
import { matchTypedAreas } from './match-typed-areas.ts';

// If the parent process exits before the list is filled, this one exits too.
process.once('disconnect', () => process.exit(1));
// By message, because every user of the machine can read a process's arguments.
const [databaseUrl] = (await once(process, 'message')) as [string];
try {
  await writePlaces(databaseUrl, readGazetteer(), GAZETTEER_VERSION);
  await matchTypedAreas(databaseUrl);
  process.exit(0);
} catch (error) {
  // Described, because the error of a failed statement contains what members typed.
  process.send?.(describeFault(error), () => process.exit(1));
}
