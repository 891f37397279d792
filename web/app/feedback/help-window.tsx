import type { ChosenTopic } from '@kindpal/contract/feedback/schema';
import { MessagesSquare } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useSession } from '~/account/session/use-session.ts';
import { DOT } from '~/lib/format.ts';
import { useIsWide } from '~/lib/use-is-wide.ts';
import { useLast } from '~/lib/use-last.ts';
import { Button } from '~/ui/button.tsx';
import { Dialog } from '~/ui/dialog.tsx';
import { Drawer } from '~/ui/drawer.tsx';
import { ContactFields, MessageField } from './help-fields.tsx';
import { TOPIC_CHOICES } from './help-topics.ts';
import { TopicChoice } from './topic-choice.tsx';
import { type HelpForm, useHelpForm } from './use-help-form.ts';
import { type JobAtHand, useJobAtHand } from './use-job-at-hand.ts';

type WindowProps = { open: boolean; onOpenChange: (open: boolean) => void };

const TEXTS = {
  message: {
    title: 'Help & Feedback',
    description: "Send us your feedback, questions, or report issues. We're here to help!",
  },
  contact: { title: 'Contact Information', description: undefined },
} as const;

/** Help & Feedback: a dialog, or on a phone a drawer from the top. [F1] [F2] */
export function HelpWindow(props: WindowProps) {
  // It stays the member's if their session ends elsewhere: what they typed is neither lost nor sent
  // as a visitor's. After another sign-in or a sign-out, the page is a new one.
  const member = useLast(useSession().user)?.id;
  return <OwnWindow key={member} member={member ?? null} {...props} />;
}

function OwnWindow({ member, open, onOpenChange }: WindowProps & { member: string | null }) {
  const job = useJobAtHand();
  const help = useHelpForm({ member, job, onSent: () => onOpenChange(false) });
  const isMember = member !== null;
  const close = () => onOpenChange(false);
  return (
    <Sheet open={open} onOpenChange={onOpenChange} step={help.step}>
      {help.step === 'topic' && job ? (
        <TopicChoice job={job} onChoose={help.choose} onSkip={() => help.choose(null)} />
      ) : (
        <form noValidate className="relative grid gap-4" onSubmit={help.submit}>
          {job && help.topic ? <AboutJob job={job} topic={help.topic} help={help} /> : null}
          {help.step === 'contact' ? (
            <ContactFields form={help.form} />
          ) : (
            <MessageField form={help.form} />
          )}
          <HelpActions help={help} isMember={isMember} />
        </form>
      )}
      {isMember ? (
        <Link
          to="/my-requests"
          onClick={close}
          className="mt-3 inline-flex min-h-11 items-center gap-2 font-semibold text-accent text-sm underline underline-offset-4"
        >
          <MessagesSquare aria-hidden="true" className="size-5" />
          My Requests
        </Link>
      ) : null}
    </Sheet>
  );
}

type AboutJobProps = { job: JobAtHand; topic: ChosenTopic; help: HelpForm };

/** What is sent with the message: the job, and the chosen topic. */
function AboutJob({ job, topic, help }: AboutJobProps) {
  const label = TOPIC_CHOICES[job.side].find((choice) => choice.topic === topic)?.label;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 rounded-md bg-sunken px-3 py-1.5 text-sm">
      <p>
        {label}
        {DOT}
        <bdi>{job.pet}</bdi>’s job is attached
      </p>
      <Button variant="quiet" size="sm" onClick={help.chooseAgain}>
        Change
      </Button>
    </div>
  );
}

function Sheet({ step, children, ...rest }: WindowProps & { step: string; children: ReactNode }) {
  const isWide = useIsWide();
  const { title, description } = TEXTS[step === 'contact' ? 'contact' : 'message'];
  const said = description ? { description } : {};
  if (isWide) {
    return (
      <Dialog {...rest} title={title} {...said}>
        {children}
      </Dialog>
    );
  }
  return (
    <Drawer {...rest} side="top" title={title} {...said}>
      {children}
    </Drawer>
  );
}

function HelpActions({ help, isMember }: { help: HelpForm; isMember: boolean }) {
  if (!isMember && help.step === 'message') {
    return (
      <Button key="continue" wide onClick={() => void help.goOn()}>
        Continue
      </Button>
    );
  }
  const submit = (
    <Button key="submit" type="submit" wide busy={help.isSending} busyLabel="Submitting...">
      Submit Feedback
    </Button>
  );
  if (isMember) return submit;
  return (
    <div className="grid grid-cols-[auto_1fr] gap-2">
      <Button variant="outline" disabled={help.isSending} onClick={help.goBack}>
        Back
      </Button>
      {submit}
    </div>
  );
}
