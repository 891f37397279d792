import { Check, Info, X } from 'lucide-react';
import { cx } from '~/ui/class-names.ts';
import type { RequirementText } from './requirement-texts.ts';

type RequirementListProps = { texts: RequirementText[]; className: string };

/** A job's requirements, each with a mark for whether the viewer meets it. [J4] [J5] */
export function RequirementList({ texts, className }: RequirementListProps) {
  return (
    <ul aria-label="Who can claim it" className={cx('grid', className)}>
      {texts.map((one) => (
        <li key={one.text} className="flex gap-2">
          <Mark isMet={one.isMet} />
          <span className="min-w-0 wrap-anywhere">{one.text}</span>
        </li>
      ))}
    </ul>
  );
}

function Mark({ isMet }: Pick<RequirementText, 'isMet'>) {
  if (isMet === null) return <Info aria-hidden="true" className="line-icon text-accent" />;
  return isMet ? (
    <Check aria-hidden="true" className="line-icon text-accent" />
  ) : (
    <X aria-hidden="true" className="line-icon text-danger" />
  );
}
