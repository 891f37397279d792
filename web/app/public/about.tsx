import { DogOnLead } from '~/ui/illustrations/dog-on-lead.tsx';
import { KeyOnTag } from '~/ui/illustrations/key-on-tag.tsx';
import { ButtonLink, TextLink } from '~/ui/link.tsx';
import { PageHeader } from './page-header.tsx';

const values = [
  {
    title: 'Trust is handed on',
    text: 'You’re here because someone knows you. Who you bring says something about you.',
  },
  {
    title: 'The animal comes first',
    text: 'When the plan and the pet disagree, the pet is right. Shorten the walk, call the owner, ask the vet.',
  },
  {
    title: 'Plain words',
    text: 'We say what we check and what we don’t. Members say what they can do and what they can’t.',
  },
  {
    title: 'No one in between',
    text: 'No commission, no bidding, no ranking for sale. Two neighbors, one job, one handshake.',
  },
];

export function About() {
  return (
    <>
      <PageHeader
        title="Pet care among people who know each other"
        lead="Our mission: no one should have to choose between a trip and knowing their pet is in good hands."
        picture={<DogOnLead />}
      />
      <div className="page grid gap-16">
        <section
          aria-labelledby="story"
          className="grid gap-4 md:grid-cols-[11rem_1fr] md:gap-8 lg:grid-cols-[14rem_1fr] lg:gap-12"
        >
          <h2 id="story" className="text-2xl">
            How it began
          </h2>
          <div className="prose text-lg">
            <p>
              With a key under a flowerpot and a note on the fridge. A dog who only eats when
              someone talks to him, a weekend away, and a neighbor two doors down who said: leave
              him with me.
            </p>
            <p>
              That’s how most good pet care starts: someone knows someone. It just stops at the end
              of the street. Kindpal carries it one street further, and the next, from one member to
              the person they would hand their own key to.
            </p>
          </div>
        </section>

        <section
          aria-labelledby="why-invite-only"
          className="scheme-dark grid items-center gap-6 rounded-2xl bg-deep p-6 text-ink sm:p-12 md:grid-cols-[1fr_11rem] lg:grid-cols-[1fr_16rem]"
        >
          <div>
            <h2 id="why-invite-only" className="text-3xl">
              Why invite-only
            </h2>
            <div className="prose mt-3 text-lg">
              <p>
                A stranger’s five stars tell you little. A neighbor who says “I know her” tells you
                a lot. So the way in is a code from a member, and every member has{' '}
                <strong>exactly one</strong>. It never expires, and it works once.
              </p>
              <p>
                One code makes people choose. We would rather grow slowly than fill up with people
                no one can vouch for.
              </p>
            </div>
          </div>
          <div className="mx-auto w-48 md:w-full">
            <KeyOnTag />
          </div>
        </section>

        <section aria-labelledby="values">
          <h2 id="values" className="text-2xl">
            What we stand for
          </h2>
          <dl className="mt-5 grid gap-x-10 gap-y-6 sm:grid-cols-2">
            {values.map((value) => (
              <div key={value.title} className="border-brand border-l-4 pl-4">
                <dt className="font-bold font-display text-lg">{value.title}</dt>
                <dd className="mt-1 text-ink-soft">{value.text}</dd>
              </div>
            ))}
          </dl>
        </section>

        <section aria-labelledby="come-in" className="grid justify-items-start gap-4">
          <h2 id="come-in" className="text-2xl">
            Join us
          </h2>
          <p className="max-w-xl text-ink-soft text-lg">
            With a code, you’re a member in two minutes. Without one, ask a member you know, or{' '}
            <TextLink to="/#waitlist">join the waitlist</TextLink>.
          </p>
          <ButtonLink to="/join" size="lg">
            Join Kindpal
          </ButtonLink>
        </section>
      </div>
    </>
  );
}
