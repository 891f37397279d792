import { type FormEvent, useState } from 'react';

/** Of the last chosen photo of a field: being sent, not stored, or stored, removed or none. */
export type PhotoState = 'sending' | 'failed' | 'settled';

const NOT_UPLOADED = 'The photo wasn’t uploaded. Try again or remove it.';

/**
 * Keeps a form from being sent without the photo that its member chose: while the photo is being
 * sent, and after it failed until it is sent again or removed. [J2] [O1] [X2]
 */
export function usePhotoGate() {
  const [state, setState] = useState<PhotoState>('settled');
  const [hasStopped, setStopped] = useState(false);
  return {
    isSending: state === 'sending',
    /** For the field: why the form was not sent. */
    error: hasStopped ? NOT_UPLOADED : undefined,
    onState(next: PhotoState) {
      setState(next);
      setStopped(false);
    },
    /** What the form does when it is submitted. */
    submit: (send: (event: FormEvent<HTMLFormElement>) => unknown) => {
      return (event: FormEvent<HTMLFormElement>) => {
        event.preventDefault();
        if (state === 'settled') void send(event);
        if (state !== 'failed') return;
        setStopped(true);
        event.currentTarget.querySelector<HTMLElement>('input[type="file"]')?.focus();
      };
    },
  };
}

export type PhotoGate = ReturnType<typeof usePhotoGate>;
