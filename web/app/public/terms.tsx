import { TextLink } from '~/ui/link.tsx';
import { PageHeader } from './page-header.tsx';
import { SupportAddress } from './support-link.tsx';

export function Terms() {
  return (
    <>
      <PageHeader
        title="Terms"
        lead="The house rules, short enough to read. By joining you agree to them."
      />
      <div className="page">
        <div className="prose">
          <h2>What Kindpal is</h2>
          <p>
            A place where members find each other for pet sitting and dog walking. We run the place.
            We are not a party to what members agree, not an employer, an agency or an insurer.
          </p>
          <h2>Who can join</h2>
          <p>
            Anyone 18 or older with an invite code from a member. One account each, under your own
            name. A code lets one person in; it is given, not sold.
          </p>
          <h2>Between members</h2>
          <ul>
            <li>Owners describe the job, the pay and the pet truthfully.</li>
            <li>Sitters claim only what they mean to do, and do it with care.</li>
            <li>
              First to claim it gets the job. Either side can step back: as early as possible, and
              saying why.
            </li>
            <li>
              Payment and cancellation are agreed directly between you and happen outside Kindpal.
              We take no commission and hold no money.
            </li>
          </ul>
          <h2>What we don’t promise</h2>
          <p>
            There are <strong>no formal background checks</strong> and there is{' '}
            <strong>no insurance</strong>. An invitation says that a member knows someone; it does
            not vouch for everything they do. You judge who you trust with your home and your pet,
            and you answer for what you do in theirs.
          </p>
          <h2>What’s not allowed</h2>
          <p>
            Cruelty or neglect, harassment, false names, selling codes, advertising, and using what
            you learn about a member for anything but the job. We may close accounts over it, and we
            tell you why.
          </p>
          <h2>Your words and pictures</h2>
          <p>
            They stay yours. You allow us to show them to the people they’re meant for, for as long
            as they are here. Post only pictures that are yours to post.
          </p>
          <h2>If things change</h2>
          <p>
            You can leave whenever you like. The current terms are always on this page. Nothing here
            takes away rights the law gives you.
          </p>
          <h2>Questions</h2>
          <p>
            <SupportAddress />, or see <TextLink to="/contact">Contact</TextLink>. How we treat what
            we know about you is under <TextLink to="/privacy">Privacy</TextLink>.
          </p>
        </div>
      </div>
    </>
  );
}
