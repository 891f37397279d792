import { client } from '~/lib/client.ts';
import { useChange } from '~/lib/use-change.ts';
import { notify } from '~/notify/notify.ts';

/** Tells the member when staff have decided on the further code they asked for. [I1] */
export function useRequestNews(): void {
  useChange('invite_requests', ({ op, id }) => {
    if (op !== 'update') return;
    client.invite.findMyRequest().then(
      (request) => {
        // Staff hear of everybody's requests; only one's own is news here.
        if (request?.id !== id || request.status === 'pending') return;
        const tell = request.status === 'granted' ? notify.ongoing.success : notify.ongoing.info;
        const title =
          request.status === 'granted'
            ? 'You were given another invite code.'
            : 'Your request for another code was not granted.';
        tell(title, { id: `invite-request-${id}`, description: request.decision_reason });
      },
      () => {},
    );
  });
}
