import { zodResolver } from '@hookform/resolvers/zod';
import {
  ACCESS_KEPT_DAYS,
  ACCESS_LABELS,
  ACCESS_MAX,
  ACCESS_OPENS_HOURS,
  ACCESS_PARTS,
  type AccessPart,
} from '@kindpal/contract/vault/rules';
import { type HomeAccess, homeAccessEditSchema } from '@kindpal/contract/vault/schema';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { api } from '~/lib/calls/api.ts';
import { showFormError } from '~/lib/calls/form-errors.ts';
import { formatDateTime } from '~/lib/format.ts';
import { useUnsaved } from '~/lib/unsaved.ts';
import { notify } from '~/notify/notify.ts';
import { Banner } from '~/ui/banner.tsx';
import { Field } from '~/ui/field.tsx';
import { LoadFailed } from '~/ui/load-failed.tsx';
import { SaveButton } from '~/ui/save-button.tsx';
import { Skeleton } from '~/ui/skeleton.tsx';
import { Textarea } from '~/ui/textarea.tsx';

const schema = homeAccessEditSchema.required();
type Values = z.input<typeof schema>;

const HINTS: Record<AccessPart, string> = {
  door: 'Gate, building and front door.',
  keys: 'Where they are, and which lock each is for.',
  alarm: 'The code, where the panel is, and how long there is to enter it.',
  wifi: 'The network and its password.',
  notes: 'What else your sitter needs to know inside.',
};

const valuesOf = ({ door, keys, alarm, wifi, notes }: HomeAccess): Values => ({
  door,
  keys,
  alarm,
  wifi,
  notes,
});

/** Codes, keys and Wi-Fi of the member's home, saved once and attached to jobs on their pages. */
export function HomeAccessForm() {
  const query = useQuery(api.vault.getHome.queryOptions());
  if (query.data) return <AccessForm home={query.data} />;
  if (query.isError) return <LoadFailed title="Your home access didn’t load" query={query} />;
  return <Skeleton className="h-96" />;
}

function AccessForm({ home }: { home: HomeAccess }) {
  const cache = useQueryClient();
  const { mutateAsync: save } = useMutation(api.vault.saveHome.mutationOptions());
  const form = useForm<Values, unknown, z.output<typeof schema>>({
    resolver: zodResolver(schema),
    defaultValues: valuesOf(home),
  });
  const { errors, isSubmitting, isDirty } = form.formState;
  useUnsaved(isDirty);

  async function submit(typed: z.output<typeof schema>) {
    try {
      const saved = await save(typed);
      cache.setQueryData(api.vault.getHome.queryKey(), saved);
      form.reset(valuesOf(saved));
      notify.outcome({ title: 'Home access saved' });
    } catch (error) {
      showFormError(error, form, { unexpected: 'Failed to save your home access' });
    }
  }

  return (
    <form noValidate className="grid gap-4" onSubmit={form.handleSubmit(submit)}>
      <WhoReadsIt />
      {home.is_unreadable ? (
        <Banner tone="caution" title="What you saved can no longer be read">
          The key it was encrypted with is gone from this server. Please enter it again.
        </Banner>
      ) : null}
      {ACCESS_PARTS.map((part) => (
        <Field
          key={part}
          label={ACCESS_LABELS[part]}
          optional
          hint={HINTS[part]}
          error={errors[part]?.message}
        >
          <Textarea
            rows={part === 'notes' ? 4 : 2}
            maxLength={ACCESS_MAX}
            autoComplete="off"
            spellCheck={part === 'notes'}
            {...form.register(part)}
          />
        </Field>
      ))}
      {home.updated_at ? (
        <p className="text-ink-soft text-sm">Last saved {formatDateTime(home.updated_at)}.</p>
      ) : null}
      <SaveButton isDirty={isDirty} busy={isSubmitting}>
        Save Home Access
      </SaveButton>
    </form>
  );
}

/** Who can read it and when, including the server's operator. */
function WhoReadsIt() {
  return (
    <div className="grid gap-2 text-ink-soft text-sm">
      <p>
        Save it once, then attach it on a job’s page. The sitter who holds that job can open it from{' '}
        {ACCESS_OPENS_HOURS} hours before the start until the end. You see each time they open
        something. It is removed from a job {ACCESS_KEPT_DAYS} days after the end, and at once when
        that sitter no longer has the job: attach it again for the next one.
      </p>
      <p>
        <strong className="font-semibold text-ink">What the operator could read:</strong> it is
        encrypted in the database and in backups, with a key that is kept on the server. The person
        who runs this server has both, and could read it. Our staff have no page that shows it.
      </p>
    </div>
  );
}
