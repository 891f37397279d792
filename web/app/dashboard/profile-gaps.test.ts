import { describe, expect, it } from 'vitest';
import { profileGaps } from './profile-gaps.ts';

const part = (field: string, label: string, required = true) => ({ field, label, required });

describe('what the card on the dashboard asks for', () => {
  it('is everything that is missing, required parts first, each with a link to its form [D2]', () => {
    const missing = [
      part('availability', 'Availability', false),
      part('phone', 'Phone number', false),
      part('payment_links', 'A payment method'),
      part('location', 'Location'),
    ];
    expect(profileGaps({ percent: 60, is_complete: false, missing })).toEqual([
      { label: 'A payment method', to: '/edit-profile#payment-methods' },
      { label: 'Location', to: '/edit-profile#contact' },
      { label: 'Availability', to: '/edit-profile#availability' },
      { label: 'Phone number', to: '/edit-profile#contact' },
    ]);
  });

  it('is an optional part too, after the profile counts as complete [D2] [R7]', () => {
    const missing = [part('phone', 'Phone number', false)];
    expect(profileGaps({ percent: 95, is_complete: true, missing })).toEqual([
      { label: 'Phone number', to: '/edit-profile#contact' },
    ]);
    expect(profileGaps({ percent: 100, is_complete: true, missing: [] })).toEqual([]);
  });
});
