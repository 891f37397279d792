import { useConfig } from '~/lib/config.ts';
import { moreCodesAddress } from './support-mail.ts';

/** Each member has one code; support hands out more by e-mail. [I1] */
export function MoreCodes() {
  const support = useConfig()?.support_email;
  return (
    <p className="text-ink-soft text-sm">
      Need more codes?{' '}
      {support ? (
        <a
          href={moreCodesAddress(support)}
          className="inline-block font-semibold text-accent underline underline-offset-4 [overflow-wrap:anywhere]"
        >
          Contact support at {support}
        </a>
      ) : (
        'Contact support.'
      )}
    </p>
  );
}
