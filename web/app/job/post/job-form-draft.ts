import { EMPTY_JOB_FORM, type JobFormValues } from './job-form.ts';

/** The form as it stands, and its own name, by which a second submit answers the same job. */
export type JobFormDraft = { client_id: string; values: JobFormValues };

type Stored = Partial<JobFormDraft> & { asks_type?: boolean };

/** Another member on the same device starts with a form of their own. */
const keyOf = (me: string) => `kindpal.post-job.${me}`;

/** What was typed before a reload, or an empty form with a new name. [J2] */
export function readJobFormDraft(storage: Pick<Storage, 'getItem'>, me: string): JobFormDraft {
  try {
    const stored = JSON.parse(storage.getItem(keyOf(me)) ?? 'null') as Stored | null;
    if (stored && typeof stored.client_id === 'string' && stored.values) {
      const values = { ...EMPTY_JOB_FORM, ...stored.values };
      // Earlier forms chose a type by themselves: nobody may have meant it.
      if (!stored.asks_type) values.job_type = '';
      return { client_id: stored.client_id, values };
    }
  } catch {
    // Unreadable or closed storage holds no draft.
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
    // A full or closed storage must not stop anybody from typing.
  }
}

/** Forgets the draft once its job is posted. */
export function clearJobFormDraft(storage: Pick<Storage, 'removeItem'>, me: string): void {
  try {
    storage.removeItem(keyOf(me));
  } catch {
    // Nothing was kept then.
  }
}
