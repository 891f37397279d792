import { useForm } from 'react-hook-form';
import { showFormError } from '~/lib/calls/form-errors.ts';
import { Button } from '~/ui/button.tsx';
import { DialogActions } from '~/ui/dialog.tsx';
import { CodeField, readCode, refuseCode } from './code-field.tsx';

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
    try {
      await askAgain();
      form.reset();
    } catch (error) {
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
        <Button variant="quiet" size="sm" className="-mx-4" onClick={() => void sendAgain()}>
          Send it again
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
