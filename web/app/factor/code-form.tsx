import { useForm } from 'react-hook-form';
import { showFormError } from '~/lib/calls/form-errors.ts';
import { Button } from '~/ui/button.tsx';
import { DialogActions } from '~/ui/dialog.tsx';
import { CodeField, readCode, refuseCode } from './code-field.tsx';
import { useRest } from './use-rest.ts';

type CodeFormProps = {
  /** Both reject with the errors of the API. */
  enter: (code: string) => Promise<void>;
  askAgain: () => Promise<void>;
  /** The error text for a refused code; null for any other failure. */
  refusalOf: (error: unknown) => string | null;
  onBack: () => void;
  tone?: 'primary' | 'danger' | undefined;
  texts: { back: string; submit: string; busy: string };
};

/**
 * A form for a sent code, with buttons to send it again and to change where it is sent. [U9] [U13]
 */
export function CodeForm({ enter, askAgain, refusalOf, onBack, tone, texts }: CodeFormProps) {
  const form = useForm({ defaultValues: { code: '' } });
  const rest = useRest();

  async function submit({ code: typed }: { code: string }) {
    const code = readCode(form, typed);
    if (!code) return;
    try {
      await enter(code);
    } catch (error) {
      const refused = refusalOf(error);
      if (!refused) return showFormError(error, form);
      refuseCode(form, refused);
    }
  }
  async function sendAgain() {
    rest.begin();
    try {
      await askAgain();
      form.reset();
    } catch (error) {
      rest.end();
      showFormError(error, form);
    }
  }
  return (
    <form noValidate onSubmit={form.handleSubmit(submit)}>
      <CodeField form={form} />
      <div className="mt-2 flex flex-wrap justify-between gap-x-4">
        <Button variant="quiet" size="sm" className="-mx-4" onClick={onBack}>
          {texts.back}
        </Button>
        <Button
          variant="quiet"
          size="sm"
          className="-mx-4 tabular-nums aria-disabled:text-ink-soft"
          aria-disabled={rest.seconds > 0 || undefined}
          onClick={() => rest.seconds > 0 || void sendAgain()}
        >
          {rest.seconds > 0 ? `Send it again in ${rest.seconds} s` : 'Send it again'}
        </Button>
      </div>
      <DialogActions>
        <Button
          type="submit"
          variant={tone}
          busy={form.formState.isSubmitting}
          busyLabel={texts.busy}
        >
          {texts.submit}
        </Button>
      </DialogActions>
    </form>
  );
}
