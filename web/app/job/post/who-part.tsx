import { ASKED_MAX } from '@kindpal/contract/job/requirements';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Path, UseFormRegister, UseFormReturn } from 'react-hook-form';
import { useFavorites } from '~/favorite/use-favorites.ts';
import { api } from '~/lib/calls/api.ts';
import { Button } from '~/ui/button.tsx';
import { Checkbox } from '~/ui/checkbox.tsx';
import { Field, FieldError } from '~/ui/field.tsx';
import { Select } from '~/ui/select.tsx';
import { RequirementFields, type RequirementValues } from '../requirements/requirement-fields.tsx';
import { EMPTY_JOB_FORM, type JobFormValues } from './job-form.ts';
import { useAskedId } from './use-asked-id.ts';

const HOURS = [1, 3, 6, 12, 24, 48] as const;

type WhoPartProps<Output> = {
  form: UseFormReturn<JobFormValues, unknown, Output>;
  values: JobFormValues;
};

/** Requirements and sitters who are asked first: one line while any sitter can claim. [J2] */
export function WhoPart<Output>({ form, values }: WhoPartProps<Output>) {
  const suggested = useSuggested();
  const [isOpen, setOpen] = useState(() => isChosen(values));
  const { register, formState } = form;
  const error = formState.errors.ask?.message;
  if (!isOpen) {
    return (
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p>Any sitter, first come, first served.</p>
        <Button variant="outline" size="sm" onClick={() => setOpen(true)}>
          Choose who
        </Button>
      </div>
    );
  }
  return (
    <>
      <AskFirst form={form} values={values} suggested={suggested} error={error} />
      <RequirementFields register={register as unknown as UseFormRegister<RequirementValues>} />
    </>
  );
}

function isChosen(values: JobFormValues): boolean {
  const { ask, min_reviews, met_before, verified, favorites_first_hours } = values;
  const { min_reviews: none, favorites_first_hours: noHours } = EMPTY_JOB_FORM;
  return (
    ask.length > 0 ||
    met_before ||
    verified ||
    min_reviews !== none ||
    favorites_first_hours !== noHours
  );
}

type Askable = { id: string; full_name: string };

/** The sitter whose profile linked here. */
function useSuggested(): Askable | null {
  const id = useAskedId();
  const { data } = useQuery({
    ...api.member.get.queryOptions({ input: { id: id ?? '' } }),
    enabled: id !== null,
  });
  const sits = data?.view === 'public' && data.role !== 'pet_owner';
  return sits ? data : null;
}

type AskFirstProps<Output> = WhoPartProps<Output> & {
  suggested: Askable | null;
  error: string | undefined;
};

/** Up to five of the owner's favorites, and the sitter whose profile linked here. */
function AskFirst<Output>({ form, values, suggested, error }: AskFirstProps<Output>) {
  const favorites = useFavorites().data?.items ?? [];
  const known: Askable[] = favorites.filter(({ role }) => role !== 'pet_owner');
  const askable =
    suggested && !known.some(({ id }) => id === suggested.id) ? [suggested, ...known] : known;
  const { ask } = values;
  // Chosen in a draft, but no longer a favorite or a sitter: they can only be removed.
  const others = ask.filter((id) => !askable.some((one) => one.id === id));
  const boxes = [
    ...askable,
    ...others.map((id) => ({ id, full_name: 'Someone you chose before' })),
  ];
  // A single checkbox would make the form's value a boolean, so the list is set explicitly.
  const toggle = (id: string) =>
    form.setValue(
      'ask' as Path<JobFormValues>,
      ask.includes(id) ? ask.filter((one) => one !== id) : [...ask, id],
      { shouldDirty: true },
    );
  return (
    <fieldset className="grid min-w-0 gap-2">
      <legend className="font-semibold text-sm">Ask first</legend>
      <p className="text-ink-soft text-sm">
        {boxes.length > 0
          ? `Up to ${ASKED_MAX} sitters see the job before anyone else. What you ask for below doesn’t apply to them.`
          : 'Press the heart on a sitter’s card or profile. Then you can ask them here first.'}
      </p>
      <ul className="grid min-w-0 gap-x-4 sm:grid-cols-2">
        {boxes.map(({ id, full_name }) => (
          <li key={id} className="min-w-0 wrap-anywhere">
            <Checkbox
              label={<bdi>{full_name}</bdi>}
              value={id}
              disabled={ask.length >= ASKED_MAX && !ask.includes(id)}
              name="ask"
              checked={ask.includes(id)}
              onChange={() => toggle(id)}
            />
          </li>
        ))}
      </ul>
      {error ? <FieldError>{error}</FieldError> : null}
      {ask.length > 0 ? (
        <Field label="Then it opens to everyone" hint="Earlier when all of them say no.">
          <Select {...form.register('ask_hours')}>
            {HOURS.map((hours) => (
              <option key={hours} value={hours}>
                {hours === 1 ? 'After 1 hour' : `After ${hours} hours`}
              </option>
            ))}
          </Select>
        </Field>
      ) : null}
    </fieldset>
  );
}
