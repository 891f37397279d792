import { readStoredDraft, storeDraft } from '~/lib/stored-draft.ts';
import { EMPTY_JOB_FORM, type JobFormValues } from './job-form.ts';

/** The values of the form and its id, by which a second submission returns the same job. */
export type JobFormDraft = { client_id: string; values: JobFormValues };

type Stored = Partial<JobFormDraft> & { asks_type?: boolean };

/** Drafts are separate for each member on this device. */
const keyOf = (me: string) => `kindpal.post-job.${me}`;

/** The draft from before a reload, or an empty form with a new id. [J2] */
export function readJobFormDraft(storage: Pick<Storage, 'getItem'>, me: string): JobFormDraft {
  const kept = readStoredDraft(storage, keyOf(me), (found) => {
    const { client_id, values, asks_type } = (found ?? {}) as Stored;
    if (typeof client_id !== 'string' || !values) return null;
    // Earlier forms preselected a type, so a stored type may not have been chosen.
    const chosen = asks_type ? values : { ...values, job_type: '' as const };
    return { client_id, values: { ...EMPTY_JOB_FORM, ...chosen } };
  });
  return kept ?? { client_id: crypto.randomUUID(), values: EMPTY_JOB_FORM };
}

/** Stores the draft; null removes it once its job is posted. */
export function keepJobFormDraft(
  storage: Pick<Storage, 'setItem' | 'removeItem'>,
  me: string,
  draft: JobFormDraft | null,
): void {
  storeDraft(storage, keyOf(me), draft && ({ ...draft, asks_type: true } satisfies Stored));
}
