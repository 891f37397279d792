import { openHelp } from '~/feedback/help-signal.ts';
import { Accordion } from '~/ui/accordion.tsx';
import { Button } from '~/ui/button.tsx';
import { ChatBubbles } from '~/ui/illustrations/chat-bubbles.tsx';
import { ButtonLink } from '~/ui/link.tsx';
import { faqItems } from './faq-items.tsx';
import { PageHeader } from './page-header.tsx';

export function Faq() {
  return (
    <>
      <PageHeader
        title="Questions people ask before they hand over a key"
        lead="How Kindpal works, who can join, and what we check and don’t: twelve plain answers."
        picture={<ChatBubbles />}
      />
      <div className="page">
        <Accordion items={faqItems} />
        <section aria-labelledby="still-unsure" className="mt-14">
          <h2 id="still-unsure" className="text-2xl">
            Still unsure?
          </h2>
          <p className="mt-2 mb-5 text-ink-soft">
            Ask us. Real people answer within about 24 hours.
          </p>
          <div className="flex flex-wrap gap-3">
            <Button onClick={openHelp}>Contact Support</Button>
            <ButtonLink to="/join" variant="outline">
              Join Kindpal
            </ButtonLink>
          </div>
        </section>
      </div>
    </>
  );
}
