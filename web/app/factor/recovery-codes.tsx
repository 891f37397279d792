import { RECOVERY_CODES } from '@kindpal/contract/factor/schema';
import { useMutation } from '@tanstack/react-query';
import { api } from '~/lib/calls/api.ts';
import { Button } from '~/ui/button.tsx';
import { Dialog } from '~/ui/dialog.tsx';
import { CodeList } from './code-list.tsx';
import { refetchFactors } from './refetch-factors.ts';
import { useProof } from './use-proof.tsx';

/** Shows how many recovery codes are left, and creates new ones. [U13] */
export function RecoveryCodes({ left }: { left: number }) {
  const { run, proof } = useProof();
  const make = useMutation(api.factor.makeRecoveryCodes.mutationOptions());

  function close() {
    make.reset();
    void refetchFactors();
  }
  return (
    <div className="grid gap-2 border-line border-t pt-5">
      <h3 className="font-semibold text-lg">Recovery codes</h3>
      <p className={left < 3 ? 'text-caution' : 'text-ink-soft'}>
        {left === 0
          ? 'You have none. If you lose your phone, you can’t sign in. Make new ones now.'
          : `${left} of ${RECOVERY_CODES} left. Each one signs you in once without your phone.`}
      </p>
      <Button
        variant="outline"
        className="justify-self-start"
        busy={make.isPending}
        onClick={() => void run(async () => void (await make.mutateAsync(undefined)))}
      >
        {left === 0 ? 'Make recovery codes' : 'Replace them with new ones'}
      </Button>
      {make.data ? (
        <Dialog
          open
          onOpenChange={(open) => open || close()}
          width="md"
          title="Save your recovery codes"
          description="They’re shown only once. Your old codes no longer work."
        >
          <CodeList codes={make.data.codes} onSaved={close} />
        </Dialog>
      ) : null}
      {proof}
    </div>
  );
}
