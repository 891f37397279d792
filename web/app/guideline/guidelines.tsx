import { PageHeader } from '~/public/page-header.tsx';
import { TextLink } from '~/ui/link.tsx';
import { DecidedLately } from './decided-lately.tsx';

/** The community guidelines. A change of the text needs a new `GUIDELINES_VERSION`. */
export function Guidelines() {
  return (
    <>
      <PageHeader
        title="Community guidelines"
        lead="How we treat each other and each other’s pets. Every member is asked to agree to them."
      />
      <div className="page">
        <div className="prose">
          <h2>Be who you say you are</h2>
          <p>
            Use your own name and a picture of yourself. Be honest about what a pet needs, what a
            job pays and what you can do.
          </p>
          <h2>Keep your word</h2>
          <ul>
            <li>
              Claim only what you mean to do. If something comes up, say so as early as you can.
            </li>
            <li>Pay what was agreed, when it was agreed. Don’t ask for deposits or gift cards.</li>
            <li>Review what happened, not what you wish had happened.</li>
          </ul>
          <h2>Treat people and animals well</h2>
          <ul>
            <li>No harassment, threats, hate or sexual remarks.</li>
            <li>No cruelty to animals and no neglect. Call a vet rather than wait.</li>
            <li>
              What you learn about a member’s home, keys, habits and health stays with you, even
              after the job.
            </li>
          </ul>
          <h2>Not here</h2>
          <p>
            Scams, advertising, invite codes for sale, second accounts, and pictures or words that
            aren’t yours to share.
          </p>
          <h2>If something is wrong</h2>
          <p>
            If a person or an animal is in danger, first call your local emergency number. Then
            press Report on the message, job, profile, review or picture. We keep a copy of what you
            report. The other member isn’t told who reported it.
          </p>
          <h2>What we do</h2>
          <p>
            Our team looks at the report and at both sides. We may do nothing, warn, remove what was
            reported, or suspend or ban an account. The member concerned is told why and can appeal
            once; someone else on our team decides about the appeal.
          </p>
          <p>
            For the legal terms, see our <TextLink to="/terms">Terms</TextLink>.
          </p>
          <DecidedLately />
        </div>
      </div>
    </>
  );
}
