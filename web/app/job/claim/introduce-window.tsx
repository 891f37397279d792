import { BIO_MAX, type OwnProfile } from '@kindpal/contract/member/schema';
import { countCharacters } from '@kindpal/contract/text/count-characters';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { errorText } from '~/lib/calls/error-text.ts';
import { useUnsaved } from '~/lib/unsaved.ts';
import { ProfilePhoto } from '~/member/profile-photo.tsx';
import { useUpdateProfile } from '~/member/use-own-profile.ts';
import { notify } from '~/notify/notify.ts';
import { AreaField } from '~/place/area-field.tsx';
import { areaValuesOf, pickPlace } from '~/place/area-values.ts';
import { Button } from '~/ui/button.tsx';
import { Dialog, DialogActions } from '~/ui/dialog.tsx';
import { Field } from '~/ui/field.tsx';
import { Textarea } from '~/ui/textarea.tsx';
import {
  helloProblems,
  type Introduction,
  introductionProblems,
  lacksIntroduction,
} from './introduction.ts';
import {
  keepHello,
  keepIntroductionDraft,
  readHello,
  readIntroductionDraft,
} from './introduction-draft.ts';
import { greeting } from './say-hello.ts';
import type { BesideClaim } from './use-claim-job.ts';

type IntroduceWindowProps = {
  profile: OwnProfile;
  jobId: string;
  /** The owner's name. */
  owner: string;
  onClose: () => void;
  /**
   * Claims without waiting for the profile, so that nobody loses a job to it. The promise resolves
   * to an error text if the profile could not be saved.
   */
  onClaim: (beside: BesideClaim) => void;
};

/**
 * A dialog for the sitter's introduction before their first claim, and for the first message to the
 * owner; the claim is sent together with them. With a complete profile it shows only the message,
 * typed before a claim that was not made. [J5] [R7]
 */
export function IntroduceWindow(props: IntroduceWindowProps) {
  const { profile, jobId, owner, onClose, onClaim } = props;
  const { location, place_id } = areaValuesOf(profile);
  const me = profile.id;
  const claiming = { me, jobId };
  const [asksProfile] = useState(() => lacksIntroduction(profile));
  const [kept] = useState(() => (asksProfile ? readIntroductionDraft(sessionStorage, me) : null));
  const [hello] = useState(() => readHello(sessionStorage, claiming));
  const form = useForm<Introduction>({
    defaultValues: { ...(kept ?? { location, place_id, bio: profile.bio ?? '' }), hello },
    resolver: (values) => {
      const problems = Object.entries(
        asksProfile ? introductionProblems(values) : helloProblems(values),
      );
      const errors = Object.fromEntries(
        problems.map(([field, message]) => [field, { type: 'own', message }]),
      );
      return problems.length === 0 ? { values, errors: {} } : { values: {}, errors };
    },
  });
  const { register, handleSubmit, watch, formState } = form;
  const { errors, isDirty, dirtyFields } = formState;
  const typed = watch();
  const { bio, ...area } = typed;
  const isIntroduced = Boolean(dirtyFields.location || dirtyFields.place_id || dirtyFields.bio);
  const save = useUpdateProfile(me);
  // The photo field stays visible once a photo is chosen.
  const [asksPhoto] = useState(asksProfile && !profile.profile_image_url);
  useUnsaved(isDirty, { keepsDraft: true });
  useEffect(() => {
    const { hello, ...introduction } = typed;
    keepHello(sessionStorage, { me, jobId }, hello);
    keepIntroductionDraft(sessionStorage, me, isIntroduced || kept ? introduction : null);
  }, [me, jobId, isIntroduced, kept, typed]);

  async function saveIntroduction(given: Introduction): Promise<string | undefined> {
    const { bio, place_id } = given;
    try {
      await save({ bio: bio.trim(), place_id: Number(place_id) });
      keepIntroductionDraft(sessionStorage, me, null);
      return undefined;
    } catch (error) {
      notify.outcome({
        title: 'Your profile wasn’t saved',
        description: errorText(error),
        variant: 'destructive',
        error,
      });
      return 'Your profile wasn’t saved either. What you wrote is kept here.';
    }
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={asksProfile ? 'Introduce yourself' : 'Send your message too?'}
      description={
        asksProfile
          ? 'The owner sees this with your claim.'
          : 'You wrote it before. You can change or delete it.'
      }
    >
      <form
        className="grid gap-4"
        noValidate
        onSubmit={handleSubmit((values) =>
          onClaim({
            ...(asksProfile ? { saving: saveIntroduction(values) } : {}),
            ...greeting(values.hello, { ...claiming, partner: owner }),
          }),
        )}
      >
        {asksPhoto ? <ProfilePhoto profile={profile} /> : null}
        {asksProfile ? (
          <>
            <AreaField
              registration={register('location')}
              typed={area.location}
              placeId={area.place_id}
              onPick={(place) => pickPlace(form, place)}
              error={errors.location?.message}
            />
            <Field
              label="About you"
              error={errors.bio?.message}
              hint="Your experience with animals."
              counter={{ used: countCharacters(bio), max: BIO_MAX }}
            >
              <Textarea rows={2} maxLength={BIO_MAX} {...register('bio')} />
            </Field>
          </>
        ) : null}
        <Field label={`Say hello to ${owner.split(' ')[0]}`} optional error={errors.hello?.message}>
          <Textarea
            rows={2}
            placeholder="Your first message, sent once the job is yours"
            {...register('hello')}
          />
        </Field>
        <DialogActions>
          <Button variant="quiet" onClick={onClose}>
            Not now
          </Button>
          <Button type="submit">{asksProfile ? 'Save and claim' : 'Claim'}</Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
