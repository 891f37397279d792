import { type FormEvent, useState } from 'react';

/** Why a form was refused: a message for each field, and one for the whole form. */
export type Refusal = { fields: Record<string, string>; message?: string };
export type Typed = Record<string, string>;
type Sender = { send: (typed: Typed) => Promise<Refusal | null> };

/** The same text as in `lib/calls/error-text`, which would load the API client with it. */
export const CODE_UNREACHABLE_TEXT =
  "We can't reach Kindpal right now. Check your connection; nothing you typed is lost.";
const unreached: Refusal = { fields: {}, message: CODE_UNREACHABLE_TEXT };

/**
 * A form on a public page. The browser stores the input, and the code that validates and sends it
 * is loaded when somebody starts to type. After an error the input stays.
 */
export function useOpenForm(load: () => Promise<Sender>) {
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [sentTo, setSentTo] = useState<string | null>(null);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const form = event.currentTarget;
    const typed = Object.fromEntries(new FormData(form)) as Typed;
    setBusy(true);
    const refused = await load().then(
      ({ send }) => send(typed),
      () => unreached,
    );
    setBusy(false);
    setRefusal(refused);
    if (!refused) return setSentTo((typed.email ?? '').trim());
    const fields = [...form.querySelectorAll<HTMLInputElement>('[name]')];
    fields.find(({ name }) => name in refused.fields)?.focus();
  }

  return {
    busy,
    sentTo,
    errors: refusal?.fields ?? {},
    message: refusal?.message,
    startOver: () => setSentTo(null),
    form: {
      noValidate: true,
      method: 'post',
      onSubmit: submit,
      onFocus: () => void load().catch(() => {}),
    },
  };
}
