import type { GroupPreference } from '@kindpal/contract/notification/schema';
import { Fragment, useId, useState } from 'react';
import { cx } from '~/ui/class-names.ts';
import { groupsOff, type NotificationChannel, type SettingsChange } from './settings-change.ts';
import { SingleEmails, SingleEmailsButton } from './single-emails.tsx';

type ChannelTableProps = {
  groups: GroupPreference[];
  onChange: (change: SettingsChange) => void;
};

const CHANNELS: { channel: NotificationChannel; label: string }[] = [
  { channel: 'bell', label: 'Bell' },
  { channel: 'email', label: 'Email' },
  { channel: 'push', label: 'Device' },
];

/** If the text is large relative to the width, a group's checkboxes are below its name. */
const stacked = '@max-[17rem]:grid @max-[17rem]:grid-cols-3';

/** A row per group with a checkbox per channel; its single emails can be expanded below. */
export function ChannelTable({ groups, onChange }: ChannelTableProps) {
  const id = useId();
  const [opened, setOpened] = useState<string | null>(null);
  return (
    <div className="@container">
      <table className="w-full border-collapse text-left">
        <thead>
          <tr className={cx('text-ink-soft text-sm', stacked)}>
            <th scope="col" className="py-2 font-semibold @max-[17rem]:absolute">
              <span className="sr-only">Group</span>
            </th>
            {CHANNELS.map(({ channel, label }) => (
              <th
                key={channel}
                scope="col"
                className="w-13 py-2 text-center font-semibold sm:w-16 @max-[17rem]:w-auto"
              >
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {groups.map((one) => (
            <Fragment key={one.group}>
              <tr className={stacked}>
                <th scope="row" className="col-span-3 py-2 pr-3 font-normal">
                  <span className="block text-balance font-semibold">{one.label}</span>
                  <span className="block text-ink-soft text-sm">{one.hint}</span>
                  {one.types.length > 0 ? (
                    <SingleEmailsButton
                      group={one}
                      controls={`${id}-${one.group}`}
                      isOpen={opened === one.group}
                      onPress={() => setOpened(opened === one.group ? null : one.group)}
                    />
                  ) : null}
                </th>
                {CHANNELS.map(({ channel, label }) => (
                  <td key={channel} className="text-center">
                    <label className="inline-grid size-11 cursor-pointer place-items-center has-disabled:cursor-not-allowed">
                      <span className="sr-only">
                        {one.label}: {label}
                      </span>
                      <input
                        type="checkbox"
                        className="size-6 accent-(--accent)"
                        checked={one[channel]}
                        disabled={!one.can_switch_off}
                        onChange={(event) =>
                          onChange(
                            groupsOff(groups, { ...one, [channel]: event.target.checked }, channel),
                          )
                        }
                      />
                    </label>
                  </td>
                ))}
              </tr>
              {opened === one.group ? (
                <tr className={cx('border-t-0!', stacked)}>
                  <td
                    id={`${id}-${one.group}`}
                    colSpan={CHANNELS.length + 1}
                    className="col-span-3 pb-4"
                  >
                    <SingleEmails group={one} onChange={onChange} />
                  </td>
                </tr>
              ) : null}
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  );
}
