import { useState } from 'react';
import { restoreStep } from './stored-values.ts';

/** Which of some steps is shown (from 0), the one that a draft was left at to begin with. */
export function useStep(stored: unknown, steps: number) {
  const [at, setAt] = useState(() => ({ step: restoreStep(stored, steps), isEntered: false }));
  return {
    ...at,
    setStep(step: number) {
      setAt({ step, isEntered: true });
    },
  };
}
