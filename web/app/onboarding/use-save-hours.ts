import type { OwnProfile } from '@kindpal/contract/member/schema';
import { readAvailabilityDraft, tabWithError } from '~/availability/availability-draft.ts';
import { errorText, hasCode } from '~/lib/calls/error-text.ts';
import { viewerTimeZone } from '~/lib/format.ts';
import { useUpdateProfile } from '~/member/use-own-profile.ts';
import { notify } from '~/notify/notify.ts';

/**
 * Saves unsaved hours of the editor. Resolves to whether nothing is left to save; errors are shown.
 * [O2] [V4]
 */
export function useSaveHours({ id }: OwnProfile): () => Promise<boolean> {
  const update = useUpdateProfile(id);
  return async () => {
    const changed = readAvailabilityDraft(sessionStorage, id);
    if (changed === null) return true;
    const { enabled, data, version } = changed;
    if (tabWithError(data) !== null) {
      notifyNotSaved('Some end times come before start times.', 'Invalid time range');
      return false;
    }
    try {
      await update({
        availability_enabled: enabled,
        availability_data: { ...data, timeZone: data.timeZone ?? viewerTimeZone() },
        availability_version: version,
      });
      return true;
    } catch (error) {
      if (!hasCode(error, 'UNAUTHORIZED')) notifyNotSaved(errorText(error));
      return false;
    }
  };
}

function notifyNotSaved(
  description: string,
  title = 'Failed to save availability settings.',
): void {
  notify.outcome({ title, description, variant: 'destructive' });
}
