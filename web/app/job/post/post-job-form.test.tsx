import { renderToString } from 'react-dom/server';
import { expect, it, vi } from 'vitest';
import { buttons } from '~/testing/buttons.ts';
import { EMPTY_JOB_FORM } from './job-form.ts';
import { PostJobForm } from './post-job-form.tsx';

const state = vi.hoisted(() => ({ isSubmitting: false }));
vi.mock('~/ui/button.tsx', () => import('~/testing/buttons.ts'));
vi.mock('~/member/use-own-profile.ts', () => ({ useOwnProfile: () => ({}) }));
vi.mock('~/pet/use-pets.ts', () => ({ usePets: () => ({}) }));
vi.mock('./use-post-job.ts', () => ({ usePostJob: () => ({}) }));
vi.mock('./use-job-form.ts', () => ({
  useJobForm: () => ({
    form: {
      formState: { ...state, errors: {}, submitCount: 1 },
      handleSubmit: () => () => {},
      register: () => ({}),
    },
    values: EMPTY_JOB_FORM,
  }),
}));
const Nothing = vi.hoisted(() => () => null);
vi.mock('./pet-part.tsx', () => ({ PetPart: Nothing }));
vi.mock('./when-fields.tsx', () => ({ WhenFields: Nothing }));
vi.mock('./where-part.tsx', () => ({ WherePart: Nothing }));
vi.mock('./pay-fields.tsx', () => ({ PayFields: Nothing, JobPreview: Nothing }));
vi.mock('./who-part.tsx', () => ({ WhoPart: Nothing }));

it('Post Job is busy from the press until the answer, also while the form is being checked [J2]', () => {
  for (const isSubmitting of [false, true]) {
    state.isSubmitting = isSubmitting;
    renderToString(<PostJobForm />);
    expect(buttons.isBusy('Post Job')).toBe(isSubmitting);
  }
});
