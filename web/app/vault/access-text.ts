import { ACCESS_LABELS, type AccessPart } from '@kindpal/contract/vault/rules';
import type { AccessView, KnownAccess } from '@kindpal/contract/vault/schema';
import { formatDate, formatTime } from '~/lib/format.ts';

const THE_PART: Record<AccessPart, string> = {
  door: 'the door code',
  keys: 'the key location',
  alarm: 'the alarm code',
  wifi: 'the Wi-Fi',
  notes: 'the notes',
};

/** 'today, 9:12 AM', 'yesterday, 9:12 AM', otherwise with the date; in the viewer's time zone. */
function dayAndTime(at: string, now: Date): string {
  const day = formatDate(at);
  const yesterday = new Date(now);
  yesterday.setDate(now.getDate() - 1);
  const named =
    day === formatDate(now) ? 'today' : day === formatDate(yesterday) ? 'yesterday' : day;
  return `${named}, ${formatTime(at)}`;
}

/** 'Sam Fox opened the door code, today, 9:12 AM'. */
export function viewText({ part, viewer, viewed_at }: AccessView, now: Date): string {
  const who = viewer?.full_name ?? 'A former member';
  return `${who} opened ${THE_PART[part]}, ${dayAndTime(viewed_at, now)}`;
}

/** 'Door code, alarm code, and Wi-Fi'. */
export function partsText(parts: readonly AccessPart[]): string {
  const names = parts.map((part, place) => {
    const label = ACCESS_LABELS[part];
    return place === 0 || part === 'wifi' ? label : label.toLowerCase();
  });
  return new Intl.ListFormat('en', { type: 'conjunction' }).format(names);
}

/** Asks an owner to change what was opened by somebody who no longer has the job. */
export function stillKnownText({ full_name, parts }: KnownAccess): string {
  const what = new Intl.ListFormat('en', { type: 'conjunction' }).format(
    parts.map((part) => THE_PART[part]),
  );
  const them = parts.length === 1 ? 'it' : 'them';
  return `${full_name ?? 'A former member'} opened ${what} and no longer has the job. Change ${them}, then save what is new under Edit home access.`;
}
