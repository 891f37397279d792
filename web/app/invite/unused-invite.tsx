import { Check, Copy, Link2, Share2 } from 'lucide-react';
import { useState } from 'react';
import { inviteLink } from '~/account/sign-up/invite-link.ts';
import { copyText } from '~/lib/copy-text.ts';
import { Button } from '~/ui/button.tsx';
import { Field } from '~/ui/field.tsx';
import { IconButton } from '~/ui/icon-button.tsx';
import { TextInput } from '~/ui/text-input.tsx';
import { InvitedLink } from './invited-link.tsx';
import { MoreCodes } from './more-codes.tsx';
import { ReplaceCode } from './replace-code.tsx';

async function share(code: string): Promise<void> {
  try {
    await navigator.share({
      title: 'Join me on Kindpal',
      text: `Here is my invite to Kindpal. The code is ${code}.`,
      url: inviteLink(code),
    });
  } catch (error) {
    // Closing the share dialog is not a failure.
    if (!(error instanceof DOMException && error.name === 'AbortError')) {
      await copyText(inviteLink(code), 'Invite link copied to clipboard');
    }
  }
}

/** The code, read-only, with every way to share it. [I2] */
export function UnusedInvite({ code }: { code: string }) {
  const [isCopied, setCopied] = useState(false);
  const canShare = typeof navigator.share === 'function';
  return (
    <div className="grid gap-4">
      <Field label="Your invite code">
        <TextInput
          readOnly
          value={code}
          onFocus={(event) => event.target.select()}
          className="pl-12 text-center font-display font-semibold text-xl tracking-wide"
          after={
            <IconButton
              label="Copy invite code"
              tone="accent"
              onClick={async () =>
                setCopied(await copyText(code, 'Invite code copied to clipboard'))
              }
            >
              {isCopied ? <Check /> : <Copy />}
            </IconButton>
          }
        />
      </Field>
      <div className="flex flex-wrap gap-2 *:flex-1">
        <Button
          wide
          variant={canShare ? 'outline' : 'primary'}
          icon={<Link2 size={18} aria-hidden="true" />}
          onClick={() => void copyText(inviteLink(code), 'Invite link copied to clipboard')}
        >
          Copy Link
        </Button>
        {canShare ? (
          <Button
            wide
            icon={<Share2 size={18} aria-hidden="true" />}
            onClick={() => void share(code)}
          >
            Share
          </Button>
        ) : null}
      </div>
      <div className="-mx-2 flex flex-wrap items-center justify-between gap-x-2">
        <ReplaceCode />
        <InvitedLink />
      </div>
      <MoreCodes hasUnusedCode />
    </div>
  );
}
