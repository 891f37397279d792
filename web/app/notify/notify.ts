import type { ReactNode } from 'react';
import type { ExternalToast } from 'sonner';
import { httpErrorText } from './constants.ts';
import { type Outcome, showOutcome } from './outcomes.ts';
import { PlainOutcome } from './plain-outcome.tsx';
import { loadToastHosts, setFallbackHost } from './toast-hosts.ts';

type OngoingOptions = Pick<ExternalToast, 'description' | 'action' | 'duration' | 'id'>;
type Kind = 'success' | 'info' | 'warning' | 'error' | 'loading';
type OngoingId = string | number;

setFallbackHost(PlainOutcome);
let lastOngoing = 0;

function ongoing(kind: Kind, message: string, options: OngoingOptions = {}): OngoingId {
  lastOngoing += 1;
  const id = options.id ?? `ongoing-${lastOngoing}`;
  const duration = kind === 'error' ? { duration: Number.POSITIVE_INFINITY } : {};
  void loadToasts().then((toast) => toast[kind](message, { ...duration, ...options, id }));
  return id;
}

/**
 * Loading the hosts also loads the library: a toast sent earlier, without a network, would be
 * lost.
 */
async function loadToasts(): Promise<typeof import('sonner').toast> {
  await loadToastHosts();
  return (await import('sonner')).toast;
}

type PromiseTexts<T> = {
  loading: string;
  success: string | ((value: T) => string);
  /** Without it: the HTTP text for a non-OK Response, otherwise the error's own message. */
  error?: string | ((error: unknown) => string);
  description?: ReactNode;
};

function failureText(reason: unknown): string {
  if (reason instanceof Response) return httpErrorText(reason.status);
  if (reason instanceof Error) return reason.message;
  return typeof reason === 'string' ? reason : 'Something went wrong. Please try again.';
}

function ongoingPromise<T>(promise: Promise<T>, texts: PromiseTexts<T>): Promise<T> {
  const { description, success } = texts;
  const more = description === undefined ? {} : { description };
  const id = ongoing('loading', texts.loading, more);
  const fail = (reason: unknown) => {
    const own = typeof texts.error === 'function' ? texts.error(reason) : texts.error;
    ongoing('error', own ?? failureText(reason), { ...more, id });
  };
  promise.then((value) => {
    if (value instanceof Response && !value.ok) return fail(value);
    ongoing('success', typeof success === 'function' ? success(value) : success, { ...more, id });
  }, fail);
  return promise;
}

/**
 * The product's toasts. `outcome`: the result of the member's last action [P9]. `ongoing`: work
 * in progress and incoming events [P10]. An error stays until it is dismissed or replaced, the
 * same call succeeds, or its page is left.
 */
export const notify = {
  outcome(outcome: Outcome): number {
    void loadToastHosts();
    return showOutcome(outcome);
  },
  ongoing: {
    success: (message: string, options?: OngoingOptions) => ongoing('success', message, options),
    info: (message: string, options?: OngoingOptions) => ongoing('info', message, options),
    warning: (message: string, options?: OngoingOptions) => ongoing('warning', message, options),
    error: (message: string, options?: OngoingOptions) => ongoing('error', message, options),
    loading: (message: string, options?: OngoingOptions) => ongoing('loading', message, options),
    promise: ongoingPromise,
    dismiss: (id?: OngoingId) => {
      void loadToasts().then((toast) => toast.dismiss(id));
    },
  },
};
