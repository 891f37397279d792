/*
 * Replaces React Router's `fog-of-war.js`, which loads routes that are missing from a page's
 * manifest: our manifest contains all of them. The functions return what the original returns if
 * this discovery is switched off.
 */

export const isFogOfWarEnabled = () => false;
export const getPatchRoutesOnNavigationFunction = () => undefined;
export const useFogOFWarDiscovery = () => {};

// Only called on a server or with server components, which the browser does not use.
export const getPartialManifest = unavailable;
export const getManifestPath = unavailable;
export const getPathsWithAncestors = unavailable;
export const handleClientVersionMismatch = unavailable;

function unavailable(): never {
  throw new Error('The manifest of routes comes whole with the page');
}
