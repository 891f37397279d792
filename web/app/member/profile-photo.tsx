import type { OwnProfile } from '@kindpal/contract/member/schema';
import { useState } from 'react';
import { PhotoField } from '~/file/photo-field.tsx';
import type { PhotoGate } from '~/file/use-image-upload.ts';
import { errorText } from '~/lib/calls/error-text.ts';
import { notify } from '~/notify/notify.ts';
import { useUpdateProfile } from './use-own-profile.ts';

const NOT_REMOVED = 'Failed to remove image. Please try again.';

type ProfilePhotoProps = {
  profile: OwnProfile;
  /** That of the form around it. */
  gate?: PhotoGate;
};

/** The member's own photo, saved as soon as it is selected or removed. [R4] */
export function ProfilePhoto({ profile, gate }: ProfilePhotoProps) {
  const update = useUpdateProfile(profile.id);
  const [isRemoving, setRemoving] = useState(false);

  async function remove() {
    setRemoving(true);
    try {
      await update({ profile_image_url: null });
      notify.outcome({ title: 'Photo removed' });
    } catch (error) {
      const why = errorText(error, NOT_REMOVED);
      const description = why === NOT_REMOVED ? undefined : why;
      notify.outcome({ title: NOT_REMOVED, description, variant: 'destructive', error });
    } finally {
      setRemoving(false);
    }
  }

  return (
    <PhotoField
      label="Profile photo"
      prompt="Choose a photo of yourself"
      kind="profile"
      shape="round"
      url={profile.profile_image_url ?? ''}
      onUrl={async (url) => (url ? void (await update({ profile_image_url: url })) : remove())}
      busy={isRemoving}
      {...(gate ? { gate } : {})}
    />
  );
}
