import { ArrowLeft, ArrowRight } from 'lucide-react';
import { type FormEvent, type ReactNode, useRef } from 'react';
import { AvailabilityEditor } from '~/availability/availability-editor.tsx';
import { DraftLine } from '~/draft/draft-line.tsx';
import { type PhotoGate, usePhotoGate } from '~/file/use-image-upload.ts';
import { focusField, useFocusFirstWrong, wrongFields } from '~/lib/calls/wrong-fields.ts';
import { ProfilePhoto } from '~/member/profile-photo.tsx';
import { PaymentMethods } from '~/payment/payment-methods.tsx';
import { RateFields } from '~/payment/rate-fields.tsx';
import { Button } from '~/ui/button.tsx';
import { Card } from '~/ui/card.tsx';
import { ErrorSummary } from '~/ui/error-summary.tsx';
import { ButtonLink } from '~/ui/link.tsx';
import { Progress } from '~/ui/steps.tsx';
import { PersonalFields } from './personal-fields.tsx';
import { StepHeading } from './step-heading.tsx';
import { StepTabs } from './step-tabs.tsx';
import { SITTER_STEPS, type SitterStart, useSitterOnboarding } from './use-sitter-onboarding.ts';

type Steps = ReturnType<typeof useSitterOnboarding>;

/** A sitter's first steps: personal details, services, payment, availability. [O2] */
export function SitterOnboarding({ start }: { start: SitterStart }) {
  const steps = useSitterOnboarding(start);
  const { step } = steps;
  const photo = usePhotoGate();
  return (
    <div className="mx-auto grid w-full max-w-3xl grid-cols-[minmax(0,1fr)] gap-5">
      <header className="grid gap-1.5">
        <h1 className="text-3xl">Get ready to sit</h1>
        <p className="text-ink-soft">
          Each step is saved as you go on. You can come back any time.
        </p>
      </header>
      <div className="grid gap-3">
        <Progress
          value={((step + 1) / SITTER_STEPS.length) * 100}
          label={`Step ${step + 1} of ${SITTER_STEPS.length}`}
        />
        <StepTabs
          steps={SITTER_STEPS}
          current={step}
          onGoTo={(to) => photo.pass(() => steps.goTo(to))}
        />
      </div>
      <Card
        as="section"
        inset="lg"
        aria-labelledby="step"
        className="grid grid-cols-[minmax(0,1fr)] gap-5"
      >
        <div className="flex flex-wrap items-center justify-between gap-x-4">
          <StepHeading key={step} id="step" isEntered={steps.isEntered}>
            {SITTER_STEPS[step]}
          </StepHeading>
          <DraftLine draft={steps.draft} />
        </div>
        <Step steps={steps} start={start} photo={photo} />
        <StepButtons steps={steps} photo={photo} />
      </Card>
    </div>
  );
}

type StepProps = { steps: Steps; start: SitterStart; photo: PhotoGate };

function Step({ steps, start: { profile }, photo }: StepProps) {
  const { step, personalForm, rateForm, next } = steps;
  function goOn(event: FormEvent) {
    event.preventDefault();
    void next();
  }
  if (step === 0) {
    return (
      <PersonalStep form={personalForm} onSubmit={photo.submit(next)}>
        <ProfilePhoto profile={profile} gate={photo} />
      </PersonalStep>
    );
  }
  if (step === 1) {
    return (
      <form noValidate id={FORM} className="grid gap-4" onSubmit={goOn}>
        <RateFields form={rateForm} />
      </form>
    );
  }
  return step === 2 ? (
    <PaymentMethods profile={profile} />
  ) : (
    <AvailabilityEditor profile={profile} isSavedByPage />
  );
}

/** The labels of the first step's fields, in order. */
const LABELS = {
  first_name: 'First Name',
  last_name: 'Last Name',
  location: 'Location',
  address: 'Address',
  phone: 'Phone',
  bio: 'Bio',
};

type PersonalStepProps = {
  form: Steps['personalForm'];
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  /** The photo, whose field gets the focus if it stops the form. */
  children: ReactNode;
};

function PersonalStep({ form, onSubmit, children }: PersonalStepProps) {
  const element = useRef<HTMLFormElement>(null);
  const { errors, submitCount } = form.formState;
  useFocusFirstWrong(element, submitCount);
  return (
    <form ref={element} noValidate id={FORM} className="grid gap-4" onSubmit={onSubmit}>
      {children}
      <PersonalFields form={form} />
      <ErrorSummary
        fields={wrongFields(errors, LABELS)}
        onGo={(name) => focusField(element.current, name)}
      />
    </form>
  );
}

/** The id of the step's form, if the step has one; other steps contain separate forms. */
const FORM = 'step-form';

function StepButtons({ steps, photo }: Pick<StepProps, 'steps' | 'photo'>) {
  const { step, isLast, isSaving, goTo, next } = steps;
  const isForm = step < 2;
  return (
    <div className="grid gap-2.5 border-line border-t pt-5 sm:flex sm:items-center">
      <div className="flex flex-wrap gap-2.5 max-sm:*:last:grow sm:contents">
        <Button
          variant="outline"
          disabled={step === 0}
          icon={<ArrowLeft aria-hidden="true" className="size-5" />}
          onClick={() => goTo(step - 1)}
        >
          Previous
        </Button>
        <Button
          {...(isForm ? { type: 'submit', form: FORM } : { onClick: () => void next() })}
          className="sm:order-last"
          busy={isSaving || photo.isSending}
          busyLabel={photo.isSending ? 'Uploading photo...' : 'Saving...'}
        >
          {isLast ? 'Complete Setup' : 'Next'}
          {isLast ? null : <ArrowRight aria-hidden="true" className="size-5" />}
        </Button>
      </div>
      <ButtonLink to="/dashboard" variant="quiet" className="sm:ml-auto">
        Skip for now
      </ButtonLink>
    </div>
  );
}
