/*
 * In place of React Router's `instrumentation.js`, which reports navigations to a monitor. The
 * router asks it for a receiver at each navigation, and for the rest only where it was given one.
 */

export const consumeInstrumentationClientResultMetaReceiver = () => undefined;

export const getRouteInstrumentationUpdates = unavailable;
export const instrumentClientSideRouter = unavailable;
export const instrumentHandler = unavailable;
export const instrumentationResultMetaContext = undefined;

function unavailable(): never {
  throw new Error('The router is not monitored');
}
