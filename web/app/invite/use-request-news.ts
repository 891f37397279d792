import { client } from '~/lib/calls/client.ts';
import { useChange } from '~/lib/use-change.ts';
import { notify } from '~/notify/notify.ts';

/** Shows a toast when staff have decided the member's request for another code. [I1] */
export function useRequestNews(): void {
  useChange('invite_requests', ({ op, id }) => {
    if (op !== 'update') return;
    client.invite.findMyRequest().then(
      (request) => {
        // Staff get events for everybody's requests; only their own is shown here.
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
