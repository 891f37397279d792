import { FormMessage, Trap } from '~/public/form-parts.tsx';
import { MailboxNotice } from '~/public/mailbox-notice.tsx';
import { useOpenForm } from '~/public/use-open-form.ts';
import { Button } from '~/ui/button.tsx';
import { Field } from '~/ui/field.tsx';
import { EmailInput } from '~/ui/text-input.tsx';

const load = () => import('./subscribe.ts');

/** A form to subscribe to the newsletter, which an email then has to confirm [P6]. */
export function NewsletterForm() {
  const { busy, sentTo, errors, message, startOver, form } = useOpenForm(load);
  if (sentTo) {
    return (
      <MailboxNotice email={sentTo} onStartOver={startOver}>
        Confirm there to start the newsletter.
      </MailboxNotice>
    );
  }
  return (
    <form {...form} aria-label="Newsletter" className="grid gap-2">
      <Field label="Newsletter" hint="Occasional news. Unsubscribe anytime." error={errors.email}>
        <div className="flex flex-wrap gap-2 *:first:flex-[1_1_7em]">
          <EmailInput name="email" />
          <Button type="submit" variant="secondary" busy={busy}>
            Subscribe
          </Button>
        </div>
      </Field>
      <Trap />
      <FormMessage>{message}</FormMessage>
    </form>
  );
}
