import { describe, expect, it } from 'vitest';
import type { MemberJobDetail } from '../job-summary.ts';
import { addressNotice } from './address-notice.ts';

const job = (some: Partial<MemberJobDetail>) =>
  ({ location: 'Old Town, Maine', is_mine: false, address: null, ...some }) as MemberJobDetail;

describe('the address on the page of a job', () => {
  it('shows the owner and the sitter who else sees it [J4]', () => {
    const address = '12 Acorn Lane';
    expect(addressNotice(job({ address, is_mine: true }))?.text).toBe(
      'Only you and the sitter who claims the job see this.',
    );
    const claim = {} as MemberJobDetail['claim'];
    expect(addressNotice(job({ address, claim, is_mine: true }))?.text).toBe(
      'Only you and your sitter see this.',
    );
    expect(addressNotice(job({ address }))?.text).toBe('Only you and the owner see this.');
  });

  it('is searched on the map within its area, whatever characters it contains', () => {
    const url = new URL(addressNotice(job({ address: '1 A&B St #4?' }))?.mapUrl ?? '');
    expect(url.origin).toBe('https://www.openstreetmap.org');
    expect([...url.searchParams]).toEqual([['query', '1 A&B St #4?, Old Town, Maine']]);
    expect(url.hash).toBe('');
  });

  it('is reported as missing only to the owner [J4]', () => {
    expect(addressNotice(job({}))).toBeNull();
    expect(addressNotice(job({ is_mine: true }))).toEqual({
      address: null,
      mapUrl: null,
      text: 'No address given.',
    });
  });
});
