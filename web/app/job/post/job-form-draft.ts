import { EMPTY_JOB_FORM, type JobFormValues } from './job-form.ts';

/** The values of the form and its id, by which a second submission returns the same job. */
export type JobFormDraft = { client_id: string; values: JobFormValues };

type Stored = Partial<JobFormDraft> & { asks_type?: boolean };

/** Drafts are separate for each member on this device. */
const keyOf = (me: string) => `kindpal.post-job.${me}`;

/** The draft from before a reload, or an empty form with a new id. [J2] */
export function readJobFormDraft(storage: Pick<Storage, 'getItem'>, me: string): JobFormDraft {
  try {
    const stored = JSON.parse(storage.getItem(keyOf(me)) ?? 'null') as Stored | null;
    if (stored && typeof stored.client_id === 'string' && stored.values) {
      const values = { ...EMPTY_JOB_FORM, ...stored.values };
      // Earlier forms preselected a type, so a stored type may not have been chosen.
      if (!stored.asks_type) values.job_type = '';
      return { client_id: stored.client_id, values };
    }
  } catch {
    // Without readable storage there is no draft.
  }
  return { client_id: crypto.randomUUID(), values: EMPTY_JOB_FORM };
}

export function keepJobFormDraft(
  storage: Pick<Storage, 'setItem'>,
  me: string,
  draft: JobFormDraft,
): void {
  try {
    storage.setItem(keyOf(me), JSON.stringify({ ...draft, asks_type: true } satisfies Stored));
  } catch {
    // Full or blocked storage must not stop anybody from typing.
  }
}

/** Removes the draft once its job is posted. */
export function clearJobFormDraft(storage: Pick<Storage, 'removeItem'>, me: string): void {
  try {
    storage.removeItem(keyOf(me));
  } catch {
    // Without storage, nothing was stored.
  }
}
