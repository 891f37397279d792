import { Info, OctagonAlert, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from './class-names.ts';

const tones = {
  info: { look: 'border-accent bg-accent-soft [&>svg]:text-accent', Icon: Info },
  caution: { look: 'border-caution bg-caution-soft [&>svg]:text-caution', Icon: TriangleAlert },
  danger: { look: 'border-danger bg-danger-soft [&>svg]:text-danger', Icon: OctagonAlert },
};

type BannerProps = {
  tone?: keyof typeof tones;
  title?: string;
  children?: ReactNode;
  action?: ReactNode;
  className?: string;
};

/** A message about the whole page. Danger interrupts a screen reader; the others wait. */
export function Banner({ tone = 'info', title, children, action, className }: BannerProps) {
  const { look, Icon } = tones[tone];
  return (
    <div
      role={tone === 'danger' ? 'alert' : 'status'}
      className={cx('flex items-start gap-3 rounded-md border-l-4 p-4 text-ink', look, className)}
    >
      <Icon aria-hidden="true" className="line-icon" />
      <div className="grid min-w-0 flex-1 gap-1 text-sm">
        {title ? <p className="font-semibold text-base leading-snug">{title}</p> : null}
        {children ? <div>{children}</div> : null}
        {action ? <div className="mt-2 flex flex-wrap gap-2">{action}</div> : null}
      </div>
    </div>
  );
}
