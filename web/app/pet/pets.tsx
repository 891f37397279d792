import { PET_LIMITS, type PetProfile } from '@kindpal/contract/pet/schema';
import { Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { PetPicture } from '~/job/pet-picture.tsx';
import { DOT } from '~/lib/format.ts';
import { notify } from '~/notify/notify.ts';
import { notifyFailure } from '~/notify/notify-failure.ts';
import { Button } from '~/ui/button.tsx';
import { ConfirmDialog } from '~/ui/confirm-dialog.tsx';
import { LoadFailed } from '~/ui/load-failed.tsx';
import { Skeleton } from '~/ui/skeleton.tsx';
import { PetEditor } from './pet-editor.tsx';
import { useChangePets, usePets } from './use-pets.ts';

/** An owner's pets, each with a form, and a button to add one. [X2] */
export function Pets() {
  const query = usePets();
  const [open, setOpen] = useState<string | null>(null);
  const whole = useRef<HTMLDivElement>(null);
  const { pets } = query;
  if (query.error && !pets) return <LoadFailed title="Failed to load your pets" query={query} />;
  if (!pets) {
    return (
      <div role="status" aria-label="Loading your pets" data-loading="">
        <Skeleton className="h-24" />
      </div>
    );
  }
  function close() {
    setOpen(null);
    // The form has disappeared, and the focus with it.
    whole.current?.focus({ preventScroll: true });
  }
  return (
    <div ref={whole} tabIndex={-1} className="grid gap-4 outline-none">
      {pets.length === 0 && open !== 'new' ? (
        <p className="rounded-md bg-sunken p-4 text-ink-soft">
          No pets yet. Add yours once and reuse it for every job.
        </p>
      ) : null}
      {pets.length > 0 ? (
        <ul aria-label="Your pets" className="grid gap-2.5">
          {pets.map((pet) => (
            <li key={pet.id} className="rounded-md border border-line p-3">
              {open === pet.id ? (
                <PetEditor pet={pet} onDone={close} />
              ) : (
                <PetLine pet={pet} onEdit={() => setOpen(pet.id)} onGone={close} />
              )}
            </li>
          ))}
        </ul>
      ) : null}
      {open === 'new' ? <PetEditor onDone={close} /> : null}
      {open !== 'new' && pets.length < PET_LIMITS.pets ? (
        <Button
          variant="outline"
          className="sm:justify-self-start"
          icon={<Plus aria-hidden="true" className="size-5" />}
          onClick={() => setOpen('new')}
        >
          Add a Pet
        </Button>
      ) : null}
    </div>
  );
}

type PetLineProps = { pet: PetProfile; onEdit: () => void; onGone: () => void };

function PetLine({ pet, onEdit, onGone }: PetLineProps) {
  const { remove } = useChangePets();
  const [isAsking, setAsking] = useState(false);
  const [isRemoving, setRemoving] = useState(false);

  async function confirm() {
    setRemoving(true);
    try {
      await remove(pet);
      setAsking(false);
      onGone();
      notify.outcome({ title: `${pet.name} was removed` });
    } catch (error) {
      notifyFailure(error, { unexpected: 'Failed to remove your pet' });
    } finally {
      setRemoving(false);
    }
  }

  return (
    <div className="flex flex-wrap items-center gap-x-3.5 gap-y-2">
      <PetPicture name={pet.name} src={pet.profile_image_url} className="size-14" />
      <div className="grid min-w-0 flex-1 basis-32">
        <p dir="auto" className="wrap-anywhere font-semibold leading-snug">
          {pet.name}
        </p>
        <p dir="auto" className="wrap-anywhere text-ink-soft text-sm">
          {pet.breed}
          {pet.age === null ? '' : `${DOT}${pet.age} ${pet.age === 1 ? 'year' : 'years'}`}
        </p>
      </div>
      <div className="-mx-1 flex gap-1">
        <Button size="sm" variant="quiet" aria-label={`Edit ${pet.name}`} onClick={onEdit}>
          Edit
        </Button>
        <Button
          size="sm"
          variant="danger-quiet"
          aria-label={`Remove ${pet.name}`}
          onClick={() => setAsking(true)}
        >
          Remove
        </Button>
      </div>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={`Remove ${pet.name}?`}
        description="The details you saved here are deleted. Jobs you posted don’t change."
        confirmLabel="Remove"
        busyLabel="Removing..."
        tone="danger"
        busy={isRemoving}
        onConfirm={() => void confirm()}
      />
    </div>
  );
}
