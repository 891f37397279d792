import { BIO_MAX } from '@kindpal/contract/member/schema';
import { countCharacters } from '@kindpal/contract/text/count-characters';
import { ArrowLeft, ArrowRight } from 'lucide-react';
import { useRef } from 'react';
import { sanitizingNotice } from '~/account/sanitizing-notice.ts';
import { DraftLine } from '~/draft/draft-line.tsx';
import { PhotoField } from '~/file/photo-field.tsx';
import { usePhotoGate } from '~/file/use-image-upload.ts';
import { focusField, useFocusFirstWrong, wrongFields } from '~/lib/calls/wrong-fields.ts';
import { ContactPhoneField } from '~/member/contact-phone-field.tsx';
import { PetFields } from '~/pet/pet-fields.tsx';
import { AddressField, AreaField } from '~/place/area-field.tsx';
import { pickPlace } from '~/place/area-values.ts';
import { Button } from '~/ui/button.tsx';
import { Card } from '~/ui/card.tsx';
import { ErrorSummary } from '~/ui/error-summary.tsx';
import { Field } from '~/ui/field.tsx';
import { StepDots } from '~/ui/steps.tsx';
import { TextInput } from '~/ui/text-input.tsx';
import { Textarea } from '~/ui/textarea.tsx';
import { ForProfile } from './for-profile.tsx';
import { StepHeading } from './step-heading.tsx';
import { OWNER_STEPS, type OwnerStart, useOwnerOnboarding } from './use-owner-onboarding.ts';

/** The labels of both steps' fields, in order. */
const PET_LABELS = {
  profile_image_url: 'Pet photo',
  name: 'Pet name',
  breed: 'Breed',
  age: 'Age in years',
  weight: 'Weight in lbs',
  special_instructions: 'Special instructions',
  medical_conditions: 'Medical conditions',
  emergency_contact: 'Emergency contact',
  emergency_phone: 'Emergency phone',
};
const OWNER_LABELS = {
  profile_image_url: 'Your photo',
  full_name: 'Full name',
  location: 'Location',
  address: 'Address',
  phone: 'Phone',
  bio: 'Bio',
};

type Steps = ReturnType<typeof useOwnerOnboarding>;

/** An owner's first steps: the pet, then their own details. [O1] */
export function OwnerOnboarding({ start }: { start: OwnerStart }) {
  const steps = useOwnerOnboarding(start);
  const { step, draft } = steps;
  return (
    <div className="mx-auto grid w-full max-w-2xl gap-5">
      <header className="grid gap-1.5">
        <h1 className="text-3xl">Welcome! Tell us about your pet</h1>
        <p className="text-ink-soft">Two short steps and you can post your first job.</p>
      </header>
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <StepDots current={step + 1} total={OWNER_STEPS.length} />
        <DraftLine draft={draft} />
      </div>
      <Card as="section" inset="lg" aria-labelledby="step" className="grid gap-5">
        <StepHeading key={step} id="step" isEntered={steps.isEntered}>
          {OWNER_STEPS[step]}
        </StepHeading>
        {step === 0 ? <PetStep steps={steps} /> : <OwnerStep steps={steps} />}
      </Card>
    </div>
  );
}

function PetStep({ steps: { petForm, next } }: { steps: Steps }) {
  const photo = usePhotoGate();
  const element = useRef<HTMLFormElement>(null);
  const { errors, submitCount } = petForm.formState;
  useFocusFirstWrong(element, submitCount);
  return (
    <form ref={element} noValidate className="grid gap-4" onSubmit={photo.submit(next)}>
      <PetFields form={petForm} photoKind="onboarding_pet" gate={photo} />
      <ErrorSummary
        fields={wrongFields(errors, PET_LABELS)}
        onGo={(name) => focusField(element.current, name)}
      />
      <Button
        type="submit"
        className="sm:justify-self-end"
        busy={photo.isSending}
        busyLabel="Uploading photo..."
      >
        Next
        <ArrowRight aria-hidden="true" className="size-5" />
      </Button>
    </form>
  );
}

function OwnerStep({ steps: { ownerForm, back, complete } }: { steps: Steps }) {
  const photo = usePhotoGate();
  const { register, formState, watch, setValue } = ownerForm;
  const { errors, isSubmitting, submitCount } = formState;
  const typed = watch();
  const element = useRef<HTMLFormElement>(null);
  useFocusFirstWrong(element, submitCount);
  return (
    <form ref={element} noValidate className="grid gap-4" onSubmit={photo.submit(complete)}>
      <PhotoField
        label="Your photo"
        prompt="Choose a photo of yourself"
        kind="onboarding_owner"
        shape="round"
        url={typed.profile_image_url}
        error={errors.profile_image_url?.message}
        onUrl={(url) => setValue('profile_image_url', url, { shouldDirty: true })}
        gate={photo}
      />
      <Field
        label="Full name"
        error={errors.full_name?.message}
        hint={sanitizingNotice(typed.full_name, 'your name')}
      >
        <TextInput autoComplete="name" {...register('full_name')} />
      </Field>
      <AreaField
        registration={register('location')}
        typed={typed.location}
        placeId={typed.place_id}
        onPick={(place) => pickPlace(ownerForm, place)}
        error={errors.location?.message}
      />
      <AddressField registration={register('address')} error={errors.address?.message} />
      <ContactPhoneField registration={register('phone')} error={errors.phone?.message} />
      <Field
        label={<ForProfile label="Bio" />}
        error={errors.bio?.message}
        hint={
          sanitizingNotice(typed.bio, 'your bio') ??
          'A line or two so sitters know who they’ll meet.'
        }
        counter={{ used: countCharacters(typed.bio), max: BIO_MAX }}
      >
        <Textarea rows={3} maxLength={BIO_MAX} {...register('bio')} />
      </Field>
      <ErrorSummary
        fields={wrongFields(errors, OWNER_LABELS)}
        onGo={(name) => focusField(element.current, name)}
      />
      <div className="flex flex-wrap gap-2.5 *:last:grow sm:justify-between sm:*:last:grow-0">
        <Button
          variant="quiet"
          icon={<ArrowLeft aria-hidden="true" className="size-5" />}
          onClick={() => photo.pass(back)}
        >
          Back
        </Button>
        <Button
          type="submit"
          busy={isSubmitting || photo.isSending}
          busyLabel={photo.isSending ? 'Uploading photo...' : 'Setting up...'}
        >
          Complete Setup
        </Button>
      </div>
    </form>
  );
}
