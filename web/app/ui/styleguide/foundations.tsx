import { CatOnSill } from '../illustrations/cat-on-sill.tsx';
import { ChatBubbles } from '../illustrations/chat-bubbles.tsx';
import { DogOnLead } from '../illustrations/dog-on-lead.tsx';
import { EmptyBowl } from '../illustrations/empty-bowl.tsx';
import { FirstPaw } from '../illustrations/first-paw.tsx';
import { KeyOnTag } from '../illustrations/key-on-tag.tsx';
import { LostConnection } from '../illustrations/lost-connection.tsx';
import { Neighborhood } from '../illustrations/neighborhood.tsx';
import { WholeBiscuit } from '../illustrations/whole-biscuit.tsx';
import { LogoMark, Wordmark } from '../logo.tsx';
import { Row, Specimen } from './specimen.tsx';

const colors = [
  'canvas surface raised sunken deep line line-strong',
  'ink ink-soft ink-faint focus',
  'brand brand-strong brand-soft brand-ink',
  'accent accent-strong accent-soft accent-ink',
  'positive positive-soft caution caution-soft',
  'danger danger-strong danger-soft danger-ink',
].map((row) => row.split(' '));

const sizes = ['xs', 'sm', 'base', 'lg', 'xl', '2xl', '3xl', '4xl'];

export function Foundations() {
  return (
    <>
      <Specimen name="Color">
        {colors.map((row) => (
          <Row key={row.join()}>
            {row.map((name) => (
              <div key={name} className="grid w-28 gap-1 text-xs">
                <span
                  className="h-14 rounded-md border border-line"
                  style={{ background: `var(--${name})` }}
                />
                {name}
              </div>
            ))}
          </Row>
        ))}
      </Specimen>
      <Specimen name="Type">
        {sizes.map((size) => (
          <p
            key={size}
            style={{
              fontSize: `var(--text-${size})`,
              lineHeight: `var(--text-${size}--line-height)`,
            }}
          >
            <span className="font-bold font-display">Biscuit is home.</span> He ate, he walked, he
            slept. ({size})
          </p>
        ))}
      </Specimen>
      <Specimen name="Space, radius, lift">
        <Row>
          {['sm', 'md', 'lg', 'xl', '2xl', 'full'].map((radius) => (
            <span
              key={radius}
              className="grid size-20 place-items-center border border-line bg-surface text-xs shadow-1"
              style={{ borderRadius: `var(--radius-${radius})` }}
            >
              {radius}
            </span>
          ))}
          <span className="grid size-20 place-items-center rounded-lg bg-raised text-xs shadow-2">
            shadow-2
          </span>
        </Row>
      </Specimen>
      <Specimen name="Drawings">
        <Row>
          <Wordmark />
          <LogoMark className="size-16" />
        </Row>
        <div className="grid grid-cols-2 items-end gap-6 md:grid-cols-4">
          <Neighborhood />
          <DogOnLead />
          <CatOnSill />
          <KeyOnTag />
          <EmptyBowl />
          <ChatBubbles />
          <LostConnection />
          <FirstPaw />
          <WholeBiscuit />
        </div>
      </Specimen>
    </>
  );
}
