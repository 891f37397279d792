import { openHelp } from '~/feedback/help-signal.ts';
import { Button } from '~/ui/button.tsx';
import { ChatBubbles } from '~/ui/illustrations/chat-bubbles.tsx';
import { TextLink } from '~/ui/link.tsx';
import { PageHeader } from './page-header.tsx';
import { SupportAddress, SupportLink } from './support-link.tsx';

export function Contact() {
  return (
    <>
      <PageHeader
        title="Contact us"
        lead={
          <>
            Questions, worries, ideas: real people read them and answer within about 24 hours.
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
            No email app needed. Members also find the answer under My Requests.
          </p>
        </div>
        <div className="prose">
          <h2>Something wrong right now?</h2>
          <p>
            If an animal or a person is in danger, call the vet or emergency services first. No one
            at Kindpal can get there faster.
          </p>
          <h2>Need another invite code?</h2>
          <p>
            Write with the subject{' '}
            <SupportLink subject="Request for Additional Invite Codes">
              Request for Additional Invite Codes
            </SupportLink>{' '}
            and tell us who you would like to bring.
          </p>
          <h2 id="second-factor">Lost your second factor?</h2>
          <p>
            If you have neither your phone nor a recovery code, write to us from your account’s
            email with the subject{' '}
            <SupportLink subject="Reset my second factor">Reset my second factor</SupportLink>. Once
            we’re sure it’s you, we remove your second factors and passkeys and email you. Then you
            sign in with your password and set them up again.
          </p>
          <h2>A job went wrong?</h2>
          <p>
            Tell us which job and what happened. We can close an account; we can’t decide about
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
