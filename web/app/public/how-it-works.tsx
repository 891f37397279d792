import { cx } from '~/ui/class-names.ts';

type Way = { who: string; lead: string; steps: readonly { title: string; text: string }[] };

const owners: Way = {
  who: 'For pet owners',
  lead: 'Away for a night, or stuck at work?',
  steps: [
    {
      title: 'Post the job',
      text: 'When, where, how much, and who it’s for: a name, a size, a photo.',
    },
    {
      title: 'A sitter claims it',
      text: 'You see who it is right away, and no one else can claim it.',
    },
    {
      title: 'Settle the details',
      text: 'Chat inside the job: keys, food, the fear of vacuum cleaners. Pay directly when it’s done.',
    },
  ],
};

const sitters: Way = {
  who: 'For sitters and walkers',
  lead: 'An hour to spare and a pocket full of treats?',
  steps: [
    {
      title: 'Browse open jobs',
      text: 'Sits and walks nearby, newest first, with the pay on each one.',
    },
    {
      title: 'Claim the one you like',
      text: 'First come, first served. When it says it’s yours, it’s yours.',
    },
    {
      title: 'Do it, and get paid',
      text: 'Start it, finish it, the owner confirms. You keep the whole amount.',
    },
  ],
};

export function HowItWorks() {
  return (
    <section aria-labelledby="how-it-works" className="page pt-20">
      <h2 id="how-it-works" className="mb-6 text-3xl">
        How It Works
      </h2>
      <div className="grid gap-4 md:grid-cols-2">
        <WayCard way={owners} className="bg-surface" />
        <WayCard way={sitters} className="scheme-dark bg-deep text-ink" />
      </div>
    </section>
  );
}

/** The three steps of owners, or of sitters. */
function WayCard({ way, className }: { way: Way; className: string }) {
  return (
    <div className={cx('rounded-xl border border-line p-6 shadow-1 sm:p-9', className)}>
      <h3 className="text-2xl">{way.who}</h3>
      <p className="mt-1 mb-7 text-ink-soft">{way.lead}</p>
      <ol className="grid">
        {way.steps.map((step, index) => (
          <li key={step.title} className="group relative flex gap-5 pb-7 last:pb-0">
            <span
              aria-hidden="true"
              className="absolute top-3 bottom-[-0.75rem] left-[1.3125rem] w-1.5 rounded-full bg-art-brick group-last:hidden"
            />
            <StepTag number={index + 1} />
            <div className="grid gap-1 pt-1.5">
              <h4 className="font-bold font-display text-lg">{step.title}</h4>
              <p className="text-ink-soft">{step.text}</p>
            </div>
          </li>
        ))}
      </ol>
    </div>
  );
}

function StepTag({ number }: { number: number }) {
  return (
    <span
      aria-hidden="true"
      className="relative grid size-12 shrink-0 place-items-center rounded-full bg-brand font-bold font-display text-brand-ink text-xl shadow-1"
    >
      {number}
    </span>
  );
}
