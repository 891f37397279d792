import { useForm } from 'react-hook-form';
import { showFormError } from '~/lib/form-errors.ts';
import { Button } from '~/ui/button.tsx';
import { DialogActions } from '~/ui/dialog.tsx';
import { CodeField, readCode, refuseCode } from './code-field.tsx';

type CodeFormProps = {
  /** Both reject as the API does. */
  enter: (code: string) => Promise<void>;
  askAgain: () => Promise<void>;
  /** What to say at the box of a code that was refused; null for any other failure. */
  refusalOf: (error: unknown) => string | null;
  onBack: () => void;
  texts: { back: string; submit: string; busy: string };
};

/** Asks for the code that was sent, sends it again, or goes back to where it is sent to. [U9] [U13] */
export function CodeForm({ enter, askAgain, refusalOf, onBack, texts }: CodeFormProps) {
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
        <Button type="submit" busy={form.formState.isSubmitting} busyLabel={texts.busy}>
          {texts.submit}
        </Button>
      </DialogActions>
    </form>
  );
}
