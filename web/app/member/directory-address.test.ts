import { describe, expect, it } from 'vitest';
import {
  countMore,
  daysOffered,
  filterOf,
  isDirectoryNarrowed,
  readDirectoryAddress,
  widerSearchText,
} from './directory-address.ts';

const read = (query: string) => readDirectoryAddress(new URLSearchParams(query));

describe('an address of the directory [R8]', () => {
  it('contains the whole filter, so that it can be shared', () => {
    const address = read(
      'search=cats&place=5100854&near=Maplewood&miles=5&free=2026-11-28&until=2026-12-02&service=dog_walking&rate=20&favorites=true',
    );
    expect(address.near).toBe('Maplewood');
    expect(countMore(address)).toBe(3);
    expect(filterOf(address)).toEqual({
      search: 'cats',
      place_id: 5100854,
      within_miles: 5,
      free_on: '2026-11-28',
      free_until: '2026-12-02',
      service: 'dog_walking',
      max_rate: 20,
      favorites: 'true',
    });
  });

  it.each([
    '',
    'place=abc&near=Somewhere&miles=5',
    'free=2026-02-30',
    'service=grooming&rate=-4&favorites=yes',
    'rate=1e9&place=99999999999',
  ])('with an invalid value shows the whole list: %s', (query) => {
    expect(filterOf(read(query))).toEqual({});
    expect(read(query).near).toBe('');
  });

  it.each(['2026-11-28', '2026-11-01', '2026-12-29', 'soon'])(
    'is for one day if the stay cannot end on %s',
    (until) => {
      expect(filterOf(read(`free=2026-11-28&until=${until}`))).toEqual({ free_on: '2026-11-28' });
      expect(filterOf(read(`until=${until}`))).toEqual({});
    },
  );

  it('uses ten miles around an area unless another distance is given', () => {
    expect(filterOf(read('place=7'))).toEqual({ place_id: 7, within_miles: 10 });
    expect(filterOf(read('place=7&miles=500'))).toEqual({ place_id: 7, within_miles: 10 });
  });
});

describe('the days offered as buttons', () => {
  it.each([
    // 2026-11-22 is a Sunday.
    ['2026-11-22', ['2026-11-22', '2026-11-23', '2026-11-28', '2026-11-29']],
    ['2026-11-25', ['2026-11-25', '2026-11-26', '2026-11-28', '2026-11-29']],
    ['2026-11-27', ['2026-11-27', '2026-11-28', '2026-11-29']],
    ['2026-11-28', ['2026-11-28', '2026-11-29', '2026-12-05']],
  ])('from %s on have a Saturday and a Sunday among them', (today, days) => {
    expect(daysOffered(today)).toEqual(days);
  });
});

describe('if no sitter matches, the text says what to change [R8]', () => {
  it.each([
    ['search=cats', 'Try another word.'],
    ['search=cats+dogs', 'Try fewer words.'],
    ['place=5100854&near=Maplewood&miles=25', 'Try a wider distance.'],
    ['place=5100854&near=Maplewood&miles=50', 'Try another town.'],
    ['search=cats&free=2026-11-28', 'Try another word or another day.'],
    [
      'free=2026-11-28&service=dog_walking&rate=20',
      'Try another day, any service, or a higher rate.',
    ],
    ['stars=4&sort=rating', 'Try any rating.'],
    ['favorites=true', 'Try all sitters instead of your favorites.'],
  ])('%s: %s', (query, text) => {
    expect(isDirectoryNarrowed(read(query))).toBe(true);
    expect(widerSearchText(read(query))).toBe(text);
  });

  it('but an order alone leaves nobody out', () => {
    expect(isDirectoryNarrowed(read('sort=rating'))).toBe(false);
  });
});
