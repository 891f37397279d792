import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { Field } from '~/ui/field.tsx';
import { TextInput } from '~/ui/text-input.tsx';

type WithCode = FieldValues & { code: string };
type CodeFieldProps<Values extends FieldValues, Output> = {
  form: UseFormReturn<Values, unknown, Output>;
  label?: string;
  autoFocus?: boolean;
};

/** An input for a mailed code or the code of an authenticator app. [U9] [U13] */
export function CodeField<Values extends WithCode, Output>(props: CodeFieldProps<Values, Output>) {
  const { form, label = '6-digit code', autoFocus = true } = props;
  const name = 'code' as Path<Values>;
  const error = form.formState.errors.code?.message;
  return (
    <Field label={label} error={typeof error === 'string' ? error : undefined}>
      <TextInput
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={12}
        autoFocus={autoFocus}
        className="text-center font-semibold text-xl tracking-[0.3em]"
        {...form.register(name)}
      />
    </Field>
  );
}

/** The 6 typed digits; otherwise null, and the field shows an error. */
export function readCode<Values extends WithCode, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  typed: string,
): string | null {
  const code = typed.replaceAll(/\s/g, '');
  if (/^\d{6}$/.test(code)) return code;
  refuseCode(form, 'Enter the 6 digits');
  return null;
}

/** Shows at the field why a code was refused. */
export function refuseCode<Values extends WithCode, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  message: string,
): void {
  form.setError('code' as Path<Values>, { message }, { shouldFocus: true });
}
