import { useState } from 'react';
import { restoreStep } from './stored-values.ts';

/** The current step (from 0), initially the one at which the draft was left. */
export function useStep(stored: unknown, steps: number) {
  const [at, setAt] = useState(() => ({ step: restoreStep(stored, steps), isEntered: false }));
  return {
    ...at,
    setStep(step: number) {
      setAt({ step, isEntered: true });
    },
  };
}
