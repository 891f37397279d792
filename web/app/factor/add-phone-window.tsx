import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { emitSessionEvent } from '~/account/session/session-events.ts';
import { acceptUser } from '~/account/session/session-store.ts';
import { api } from '~/lib/calls/api.ts';
import { notify } from '~/notify/notify.ts';
import { notifyFailure } from '~/notify/notify-failure.ts';
import { PhoneWindow } from '~/phone/phone-window.tsx';
import { Dialog } from '~/ui/dialog.tsx';
import { CodeList } from './code-list.tsx';
import { refetchFactors } from './refetch-factors.ts';

type Asked = { factor_id: string; challenge_id: string; phone: string };

/**
 * A dialog for the number and its code; with the first factor also for the recovery codes. [U13]
 */
export function AddPhoneWindow({ isFirst, onClose }: { isFirst: boolean; onClose: () => void }) {
  const asked = useRef<Asked | null>(null);
  const { mutateAsync: enroll } = useMutation(api.factor.enroll.mutationOptions());
  const { mutateAsync: challenge } = useMutation(api.factor.challenge.mutationOptions());
  const { mutateAsync: verify } = useMutation(api.factor.verify.mutationOptions());
  const make = useMutation(api.factor.makeRecoveryCodes.mutationOptions());

  function close() {
    onClose();
    void refetchFactors();
  }
  async function ask(phone: string) {
    const begun = asked.current?.phone === phone ? asked.current.factor_id : null;
    const factor_id = begun ?? (await enroll({ factor_type: 'phone', phone })).id;
    const { id } = await challenge({ factor_id });
    asked.current = { factor_id, challenge_id: id, phone };
  }
  async function enter(_phone: string, code: string) {
    if (!asked.current) return;
    const { factor_id, challenge_id } = asked.current;
    const { user } = await verify({ factor_id, challenge_id, code });
    acceptUser(user);
    emitSessionEvent('MFA_CHALLENGE_VERIFIED');
    notify.outcome({ title: 'Your phone is set up' });
    if (!isFirst) return close();
    try {
      await make.mutateAsync(undefined);
    } catch (error) {
      notifyFailure(error, { title: 'Your recovery codes couldn’t be made' });
      close();
    }
  }
  if (make.data) {
    return (
      <Dialog
        open
        onOpenChange={(open) => open || close()}
        width="md"
        title="Save your recovery codes"
        description="They’re shown only once. Each one signs you in once when you don’t have your phone."
      >
        <CodeList codes={make.data.codes} onSaved={close} />
      </Dialog>
    );
  }
  return (
    <PhoneWindow
      title="Use text messages"
      description="We’ll text you a code whenever you sign in with your password. An app is safer: numbers can be taken over. Your other devices will be signed out."
      ask={ask}
      enter={enter}
      onClose={onClose}
    />
  );
}
