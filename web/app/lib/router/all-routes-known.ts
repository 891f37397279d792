/*
 * In place of React Router's `fog-of-war.js`, which fetches routes that a page does not name: our
 * manifest names all of them. The answers are its own where routes are not discovered.
 */

export const isFogOfWarEnabled = () => false;
export const getPatchRoutesOnNavigationFunction = () => undefined;
export const useFogOFWarDiscovery = () => {};

// Only its server and its pages of server components call these; the browser has neither.
export const getPartialManifest = unavailable;
export const getManifestPath = unavailable;
export const getPathsWithAncestors = unavailable;
export const handleClientVersionMismatch = unavailable;

function unavailable(): never {
  throw new Error('The manifest of routes comes whole with the page');
}
