import type { ReactNode } from 'react';
import { CheckIcon, CrossIcon } from '~/ui/icons.tsx';

const we = [
  'Let people in only with a code from a member.',
  'Close a job the moment it’s claimed: one sitter, never two.',
  'Keep a job’s chat between its owner and its sitter.',
  'Hide exact places and dates from anyone who isn’t signed in.',
];

const weDoNot = [
  'Run formal background checks.',
  'Insure your pet, your home or your sitter.',
  'Hold, move or take a cut of the money between you.',
];

/** What members can and cannot expect. */
export function PlainWords() {
  return (
    <section aria-labelledby="plain-words" className="page pt-20">
      <h2 id="plain-words" className="text-3xl">
        In plain words
      </h2>
      <p className="mt-2 max-w-2xl text-ink-soft text-lg">
        An invitation means someone knows them. The rest is for you to judge: chat first, meet at
        the door, take a walk together before you hand over a key.
      </p>
      <div className="mt-6 grid gap-x-10 gap-y-8 md:grid-cols-2">
        <List
          title="What we do"
          items={we}
          mark={<CheckIcon className="size-5.5 text-positive" />}
        />
        <List
          title="What we don’t do"
          items={weDoNot}
          mark={<CrossIcon className="size-5.5 text-danger" />}
        />
      </div>
    </section>
  );
}

type ListProps = { title: string; items: readonly string[]; mark: ReactNode };

function List({ title, items, mark }: ListProps) {
  return (
    <div>
      <h3 className="text-xl">{title}</h3>
      <ul className="mt-3 divide-y divide-line border-line border-y">
        {items.map((item) => (
          <li key={item} className="flex items-start gap-3 py-3.5">
            <span aria-hidden="true" className="mt-0.5 [&_svg]:stroke-3">
              {mark}
            </span>
            {item}
          </li>
        ))}
      </ul>
    </div>
  );
}
