import type { JobType } from '@kindpal/contract/job/schema';
import { readWallClock, writeWallClock } from './wall-clock.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** The step of the time lists, in minutes. */
const STEP = 30;

/** One day, including its night, or several days. */
export type Span = 'one' | 'several';

/** The times in the form: local times, each part empty until it is chosen. */
export type When = {
  /** 'yyyy-MM-ddTHH:mm'; 'yyyy-MM-ddT' and 'THH:mm' are partial values. */
  start: string;
  end: string;
  /** Empty until somebody chooses; until then, the type and the dates decide. */
  span: Span | '';
  job_type: JobType | '';
};

/** The values of the date and time fields of a local time. */
export function partsOf(text: string): { date: string; time: string } {
  const [date = '', time = ''] = text.split('T');
  return { date, time: time.slice(0, 5) };
}

function joinParts({ date, time }: { date: string; time: string }): string {
  return date || time ? `${date}T${time}` : '';
}

/** How the form asks for the times: as chosen, else by the dates, else by the type. [J2] */
export function spanOf({ start, end, span, job_type }: When): Span {
  if (span) return span;
  const [from, until] = [readWallClock(start), readWallClock(end)];
  if (from !== null && until !== null) {
    // A late walk may end on the next day; sitting until the next day is one night.
    const isOne = job_type === 'dog_walking' ? until - from < DAY : isSameDay(start, end);
    return isOne ? 'one' : 'several';
  }
  return job_type === 'pet_sitting' || job_type === 'both' ? 'several' : 'one';
}

const isSameDay = (start: string, end: string) => start.slice(0, 10) === end.slice(0, 10);

/** The suggested end for a start: an hour later, or the same time on the next day. */
function suggestEnd(start: string, span: Span): string {
  const wall = readWallClock(start);
  return wall === null ? '' : writeWallClock(wall + (span === 'one' ? HOUR : DAY));
}

type Change = Partial<Pick<When, 'span' | 'job_type'>> & {
  startDate?: string;
  startTime?: string;
  endDate?: string;
  endTime?: string;
};

/**
 * The times after one field was changed. A suggested end follows the start. Within one day, the end
 * is the first such time after the start, on the next day if necessary. [J2]
 */
export function changeWhen(before: When, change: Change): When {
  const from = partsOf(before.start);
  const until = partsOf(before.end);
  const isChosen = change.endDate !== undefined || change.endTime !== undefined;
  const after: When = {
    // If an end is chosen, the fields that were used for it stay visible.
    span: change.span ?? (isChosen ? spanOf(before) : before.span),
    job_type: change.job_type ?? before.job_type,
    start: joinParts({
      date: change.startDate ?? from.date,
      time: change.startTime ?? from.time,
    }),
    end: joinParts({ date: change.endDate ?? until.date, time: change.endTime ?? until.time }),
  };
  const isOurs = before.end === '' || before.end === suggestEnd(before.start, spanOf(before));
  // The dates of a suggested end do not indicate how long the job is.
  const span = isOurs && !isChosen ? spanOf({ ...after, end: '' }) : spanOf(after);
  if (isOurs && !isChosen) return { ...after, end: suggestEnd(after.start, span) };
  return {
    ...after,
    end: span === 'one' ? endWithinDay(before, after) : laterEnd(after, isChosen),
  };
}

/** The first moment with this end time after the start. */
function endWithinDay(before: When, after: When): string {
  const from = partsOf(after.start);
  const { time } = partsOf(after.end);
  const sameDay = joinParts({ date: from.date, time });
  const start = readWallClock(after.start);
  const end = readWallClock(sameDay);
  if (start === null || end === null || end > start) return sameDay;
  const wasOvernight = partsOf(before.end).time <= partsOf(before.start).time;
  const isEndKept = partsOf(before.end).time === time;
  // A start that is moved past the end moves the end as well.
  if (isEndKept && !wasOvernight) return writeWallClock(start + lengthOf(before));
  return writeWallClock(end + DAY);
}

function lengthOf({ start, end }: When): number {
  const [from, until] = [readWallClock(start), readWallClock(end)];
  return from !== null && until !== null && until > from ? until - from : HOUR;
}

/** Over several days, a chosen end stays; if the start is moved past it, a new end is suggested. */
function laterEnd({ start, end }: When, isChosen: boolean): string {
  const [from, until] = [readWallClock(start), readWallClock(end)];
  const isPassed = from !== null && until !== null && until <= from;
  return isPassed && !isChosen ? suggestEnd(start, 'several') : end;
}

export type EndOption = { time: string; end: string };

/** Every half hour of a day as 'HH:mm', plus `also` in order if it is another time. */
export function timesOfDay(also = ''): string[] {
  const times = Array.from({ length: DAY / MINUTE / STEP }, (_, index) =>
    writeWallClock(index * STEP * MINUTE).slice(11),
  );
  return also === '' || times.includes(also) ? times : [...times, also].sort();
}

/** The possible ends within a day of a start, in order from the start. */
export function endsAfter(start: string, also = ''): EndOption[] {
  const from = readWallClock(start);
  if (from === null) return timesOfDay(also).map((time) => ({ time, end: '' }));
  const ends = timesOfDay(also).map((time) => {
    const sameDay = readWallClock(`${start.slice(0, 10)}T${time}`) ?? from;
    return sameDay > from ? sameDay : sameDay + DAY;
  });
  return ends
    .filter((end) => end < from + DAY)
    .sort((a, b) => a - b)
    .map((end) => ({ time: writeWallClock(end).slice(11), end: writeWallClock(end) }));
}
