/*
 * Replaces React Router's `instrumentation.js`, which reports navigations to monitoring. The router
 * calls the first function at each navigation, and the others only if monitoring is set up.
 */

export const consumeInstrumentationClientResultMetaReceiver = () => undefined;

export const getRouteInstrumentationUpdates = unavailable;
export const instrumentClientSideRouter = unavailable;
export const instrumentHandler = unavailable;
export const instrumentationResultMetaContext = undefined;

function unavailable(): never {
  throw new Error('The router is not monitored');
}
