import { describe, expect, it } from 'vitest';
import { countNarrowing, isJobListNarrowed, listInput, readJobFilter } from './job-list-filter.ts';

const read = (query: string) => ({ search: '', ...readJobFilter(new URLSearchParams(query)) });

describe('the filter of the list of jobs', () => {
  it('is stored in the address, and invalid values do not break the list [J1]', () => {
    expect(read('type=dog_walking&sort=pay&within=10&pay=50')).toMatchObject({
      jobType: 'dog_walking',
      sort: 'pay',
      withinMiles: 10,
      minPay: 50,
    });
    const plain = read('');
    expect(read('sort=x&on=2030-99-99&within=7&pay=-1&type=zoo')).toEqual(plain);
    expect(listInput(plain, null)).toEqual({});
    expect(isJobListNarrowed(plain)).toBe(false);
    expect(countNarrowing(read('on=2030-05-04&pay=25&sort=pay'))).toBe(2);
  });

  it('requests a whole day in the viewer’s time zone [J1]', () => {
    const { from, until } = listInput(read('on=2030-05-04'), null) as {
      from: string;
      until: string;
    };
    expect(new Date(from).getHours()).toBe(0);
    expect(new Date(from).getDate()).toBe(4);
    expect(Date.parse(until) - Date.parse(from)).toBe(86_400_000);
  });

  it('does not request nearby jobs before the viewer’s area is known [J1]', () => {
    const filter = read('sort=nearest&within=10');
    expect(listInput(filter, null)).toEqual({});
    expect(listInput(filter, 7)).toEqual({ sort: 'nearest', place_id: 7, within_miles: 10 });
  });
});
