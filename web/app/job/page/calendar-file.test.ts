import { describe, expect, it } from 'vitest';
import { type CalendarEntry, calendarFile } from './calendar-file.ts';

const entry: CalendarEntry = {
  id: '00000000-0000-4000-8000-000000000001',
  title: 'Walk; Biscuit, the beagle \\ twice',
  location: 'Old Town, Maine',
  address: null,
  start_date: '2030-05-04T09:00:00-04:00',
  end_date: '2030-05-04T10:30:00-04:00',
  time_zone: 'America/New_York',
  url: 'https://kindpal.example/jobs/1',
  notes: 'With Olive Owner',
};
const now = new Date('2030-05-01T12:00:00.123Z');
const linesOf = (given: Partial<CalendarEntry> = {}) =>
  calendarFile({ ...entry, ...given }, now)
    .replaceAll('\r\n ', '')
    .split('\r\n');

describe('the calendar file of a job', () => {
  it('contains UTC times and escaped texts, so that any calendar can read it [J4]', () => {
    const lines = linesOf();
    expect(lines).toContain('DTSTART:20300504T130000Z');
    expect(lines).toContain('DTEND:20300504T143000Z');
    expect(lines).toContain('DTSTAMP:20300501T120000Z');
    expect(lines).toContain('SUMMARY:Walk\\; Biscuit\\, the beagle \\\\ twice');
    expect(lines).toContain('DESCRIPTION:With Olive Owner\\nhttps://kindpal.example/jobs/1');
    expect(lines).toContain(`UID:${entry.id}@kindpal.example`);
    expect([lines[0], ...lines.slice(-3)]).toEqual([
      'BEGIN:VCALENDAR',
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ]);
  });

  it('has the address if the server sent it, and otherwise the area [J4]', () => {
    expect(linesOf()).toContain('LOCATION:Old Town\\, Maine');
    expect(linesOf({ address: '12 Acorn Lane' })).toContain('LOCATION:12 Acorn Lane');
    expect(linesOf({ location: null }).join()).not.toContain('LOCATION');
  });

  it('has no line over 75 bytes, splits no character, and no text can start a line of its own', () => {
    const title = `${'Übernachten 🐕‍🦺 '.repeat(30)}\r\nATTENDEE:mailto:x@example.org`;
    const file = calendarFile({ ...entry, title }, now);
    for (const line of file.split('\r\n')) {
      expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
    }
    expect(file.replaceAll('\r\n ', '')).toContain('🐕‍🦺 \\nATTENDEE');
    expect(linesOf({ title }).some((line) => line.startsWith('ATTENDEE'))).toBe(false);
  });
});
