import { FormMessage, Trap } from '~/public/form-parts.tsx';
import { MailboxNotice } from '~/public/mailbox-notice.tsx';
import { useOpenForm } from '~/public/use-open-form.ts';
import { Button } from '~/ui/button.tsx';
import { Field } from '~/ui/field.tsx';
import { EmailInput, TextInput } from '~/ui/text-input.tsx';
import { Textarea } from '~/ui/textarea.tsx';

const load = () => import('./join-waitlist.ts');

/** A form to request an invite, which an email then has to confirm [P4]. */
export function WaitlistForm() {
  const { busy, sentTo, errors, message, startOver, form } = useOpenForm(load);
  if (sentTo) {
    return (
      <MailboxNotice email={sentTo} onStartOver={startOver}>
        Confirm there within 7 days to keep your place.
      </MailboxNotice>
    );
  }
  return (
    <form {...form} aria-label="Waitlist" className="grid gap-4">
      <Field label="Name" error={errors.full_name}>
        <TextInput name="full_name" autoComplete="name" />
      </Field>
      <Field label="Email" error={errors.email}>
        <EmailInput name="email" />
      </Field>
      <Field label="A few words about you" optional error={errors.note}>
        <Textarea name="note" rows={2} />
      </Field>
      <Trap />
      <FormMessage>{message}</FormMessage>
      <Button type="submit" busy={busy} busyLabel="Sending..." className="justify-self-start">
        Join the Waitlist
      </Button>
    </form>
  );
}
