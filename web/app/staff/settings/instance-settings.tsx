import type { Setting } from '@kindpal/contract/staff/system';
import { useQuery } from '@tanstack/react-query';
import { Lock } from 'lucide-react';
import { api } from '~/lib/calls/api.ts';
import { Card } from '~/ui/card.tsx';
import { LoadFailed } from '~/ui/load-failed.tsx';
import { SETTING_GROUPS } from './setting-texts.ts';

export const useInstanceSettings = () =>
  useQuery(api.staff.getSettings.queryOptions({ staleTime: 0 }));

/** Settings: the current values, read-only; for a secret only whether it is set. [S4] */
export function InstanceSettings({ query }: { query: ReturnType<typeof useInstanceSettings> }) {
  const byName = new Map(query.data?.map((setting) => [setting.name, setting]));
  return (
    <div className="grid gap-5">
      {query.isError ? <LoadFailed title="The settings didn’t load" query={query} /> : null}
      {query.data
        ? SETTING_GROUPS.map(({ title, settings }) => (
            <Card as="section" key={title} aria-label={title} className="grid gap-1">
              <h2 className="font-sans font-semibold text-base tracking-normal">{title}</h2>
              <dl className="divide-y divide-line">
                {Object.entries(settings).map(([name, { about, unset }]) => (
                  <div
                    key={name}
                    className="grid gap-x-6 gap-y-1 py-3 last:pb-0 md:grid-cols-[1fr_1fr]"
                  >
                    <dt className="grid gap-0.5 text-sm">
                      <code className="font-semibold [overflow-wrap:anywhere]">{name}</code>
                      <span className="text-ink-soft">{about}</span>
                    </dt>
                    <dd className="min-h-6 self-center text-sm md:text-right">
                      <Value
                        setting={byName.get(name as Setting['name'])}
                        unset={unset ?? 'Not set'}
                      />
                    </dd>
                  </div>
                ))}
              </dl>
            </Card>
          ))
        : null}
    </div>
  );
}

function Value({ setting, unset }: { setting: Setting | undefined; unset: string }) {
  if (!setting) return null;
  const { is_set, is_secret, value } = setting;
  if (!is_set) {
    return (
      <>
        {is_secret ? <span className="font-semibold">Not set</span> : null}
        <span className="text-ink-soft">
          {is_secret ? ': ' : ''}
          {unset}
        </span>
      </>
    );
  }
  if (!is_secret) return <span className="font-semibold [overflow-wrap:anywhere]">{value}</span>;
  return (
    <span className="inline-flex items-center gap-1.5 font-semibold">
      <Lock aria-hidden="true" className="size-4 text-ink-soft" />
      Set
    </span>
  );
}
