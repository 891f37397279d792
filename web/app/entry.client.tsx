import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { loadCode } from './lib/loading/load-code.ts';

// Hydrates in one piece: as a React transition the page would be rendered in slices of 5 ms with
// frames of the prerendered page in between, which takes twice as long on a slow phone.
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter useTransitions={false} />
    </StrictMode>,
  );
});

// A page that has a key was open before: its reader reloaded it or came back to it. The router
// gives keys only to later pages of a document, and would mix up the first ones.
if (window.history.state?.key) {
  void loadCode(() => import('./lib/router/restore-scroll.ts')).then((code) =>
    code.restoreScroll(),
  );
} else {
  window.history.replaceState({ key: `${Math.random()}` }, '');
}
