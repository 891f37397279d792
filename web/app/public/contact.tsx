import { openHelp } from '~/help/help-signal.ts';
import { Button } from '~/ui/button.tsx';
import { ChatBubbles } from '~/ui/illustrations/chat-bubbles.tsx';
import { TextLink } from '~/ui/link.tsx';
import { PageHeader } from './page-header.tsx';
import { SupportAddress, SupportLink } from './support-link.tsx';

export function Contact() {
  return (
    <>
      <PageHeader
        title="Write to us"
        lead={
          <>
            A question, a worry, an idea: people read it, and answer within about 24 hours.
            <span className="mt-1 block">
              <SupportAddress />
            </span>
          </>
        }
        picture={<ChatBubbles />}
      />
      <div className="page">
        <div className="mb-12 flex flex-wrap items-center gap-x-5 gap-y-3">
          <Button size="lg" onClick={openHelp}>
            Contact Support
          </Button>
          <p className="max-w-sm text-ink-soft text-sm">
            Without a mail program. Members find the answer under My Requests as well.
          </p>
        </div>
        <div className="prose">
          <h2>Something is wrong right now?</h2>
          <p>
            An animal or a person in danger: call the vet or the emergency services first. Nobody at
            Kindpal can be at the door faster.
          </p>
          <h2>You would like another invite code</h2>
          <p>
            Write with the subject{' '}
            <SupportLink subject="Request for Additional Invite Codes">
              Request for Additional Invite Codes
            </SupportLink>{' '}
            and tell us whom you would like to bring.
          </p>
          <h2>A job went badly</h2>
          <p>
            Tell us which job and what happened. We can close an account; we cannot decide about
            money between members.
          </p>
          <h2>A quick question</h2>
          <p>
            The <TextLink to="/faq">FAQ</TextLink> answers the twelve that come most often.
          </p>
        </div>
      </div>
    </>
  );
}
