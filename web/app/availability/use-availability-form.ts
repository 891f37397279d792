import {
  type Availability,
  type AvailabilityData,
  EMPTY_AVAILABILITY,
  hasOverlap,
  isSameAvailability,
} from '@kindpal/contract/availability/rules';
import type { OwnProfile } from '@kindpal/contract/member/schema';
import { dateIn } from '@kindpal/contract/time/date-in';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '~/lib/calls/api.ts';
import { errorText, hasCode } from '~/lib/calls/error-text.ts';
import { rejectedFields } from '~/lib/calls/form-errors.ts';
import { viewerTimeZone } from '~/lib/format.ts';
import { useUnsaved } from '~/lib/unsaved.ts';
import { useUpdateProfile } from '~/member/use-own-profile.ts';
import { notify } from '~/notify/notify.ts';
import {
  type AvailabilityDraft,
  keepAvailabilityDraft,
  readAvailabilityDraft,
} from './availability-draft.ts';

/** A change that can be undone with one press. */
export type Undo = { text: string; data: AvailabilityData };

/** The saved availability, its unsaved changes, and functions to save and cancel. [V4] */
export function useAvailabilityForm(profile: OwnProfile) {
  const version = profile.availability_version;
  const saved: Availability = {
    enabled: profile.availability_enabled,
    data: profile.availability_data ?? EMPTY_AVAILABILITY,
  };
  const [kept, setDraft] = useState(() => readAvailabilityDraft(sessionStorage, profile.id));
  const [undo, setUndo] = useState<Undo | null>(null);
  const draft = kept && !isSameAvailability(kept, saved) ? kept : null;
  const { enabled, data } = draft ?? saved;
  const timeZone = data.timeZone ?? viewerTimeZone();
  const { save, isSaving } = useSave(profile, setDraft);
  useUnsaved(draft !== null, { keepsDraft: true });
  useEffect(() => keepAvailabilityDraft(sessionStorage, profile.id, draft), [profile.id, draft]);

  function put(change: Partial<Availability>, offered: Undo | null = null) {
    setDraft({ version: draft?.version ?? version, enabled, data, ...change });
    setUndo(offered);
  }
  return {
    enabled,
    data,
    timeZone,
    today: dateIn(timeZone, new Date()),
    isDirty: draft !== null,
    isSaving,
    /** Whether another version was saved since these changes began. */
    hasConflict: draft !== null && draft.version !== version,
    undo,
    setEnabled: (next: boolean) => put({ enabled: next }),
    change: (part: Partial<AvailabilityData>) => put({ data: { ...data, ...part } }),
    /** Like `change`, with undo, for changes that remove much at once. */
    changeUndoably: (text: string, part: Partial<AvailabilityData>) =>
      put({ data: { ...data, ...part } }, { text, data }),
    takeBack: (offered: Undo) => put({ data: offered.data }),
    cancel() {
      setDraft(null);
      setUndo(null);
    },
    /** Keeps these changes and bases them on the version saved meanwhile. */
    keepMine: () => draft && setDraft({ ...draft, version }),
    save: () => {
      setUndo(null);
      return draft ? save(draft, timeZone) : Promise.resolve();
    },
  };
}
export type AvailabilityForm = ReturnType<typeof useAvailabilityForm>;

type SetDraft = (next: (current: AvailabilityDraft | null) => AvailabilityDraft | null) => void;

function useSave({ id }: OwnProfile, setDraft: SetDraft) {
  const update = useUpdateProfile(id);
  const queryClient = useQueryClient();
  const [isSaving, setSaving] = useState(false);

  async function save(sent: AvailabilityDraft, timeZone: string): Promise<void> {
    if (isSaving) return;
    setSaving(true);
    try {
      const { availability_version } = await update({
        availability_enabled: sent.enabled,
        availability_data: { ...sent.data, timeZone },
        availability_version: sent.version,
      });
      // Changes made during the save stay, based on the version that is saved now.
      setDraft((now) => (now && now !== sent ? { ...now, version: availability_version } : null));
      notify.outcome({
        title: 'Availability settings saved successfully.',
        ...(mergesSlots(sent.data) ? { description: 'Overlapping times were merged.' } : {}),
      });
    } catch (error) {
      // The session's own dialog asks to sign in again; a toast would only cover it.
      if (hasCode(error, 'UNAUTHORIZED')) return;
      if (hasCode(error, 'AVAILABILITY_CHANGED')) {
        void queryClient.invalidateQueries({ queryKey: api.member.get.key({ input: { id } }) });
      }
      notify.outcome({
        title: 'Failed to save availability settings.',
        description: rejectedFields(error)[0]?.message ?? errorText(error),
        variant: 'destructive',
        error,
      });
    } finally {
      setSaving(false);
    }
  }
  return { save, isSaving };
}

const mergesSlots = ({ weeklySchedule, specificDates }: AvailabilityData) =>
  [...Object.values(weeklySchedule), ...Object.values(specificDates)].some(hasOverlap);
