import { describe, expect, it } from 'vitest';
import { readSocialLink } from './social-services.ts';

describe('a link on a member’s profile [R3]', () => {
  it.each([
    ['website', 'example.org', 'https://example.org/'],
    ['website', 'http://example.org/a?b=c#d', 'https://example.org/a?b=c#d'],
    ['website', 'https://bücher.example', 'https://xn--bcher-kva.example/'],
    ['instagram', 'instagram.com/robin', 'https://instagram.com/robin'],
    ['instagram', 'https://www.instagram.com/robin?igsh=x#y', 'https://www.instagram.com/robin'],
    [
      'facebook',
      'https://www.facebook.com/profile.php?id=100&ref=x',
      'https://www.facebook.com/profile.php?id=100',
    ],
  ] as const)('%s: %s is %s', (service, typed, address) => {
    expect(readSocialLink(service, typed)).toBe(address);
  });

  it.each([
    ['website', 'javascript:alert(1)'],
    ['website', 'https://127.0.0.1/'],
    ['website', 'https://2130706433/'],
    ['website', 'https://[::1]/'],
    ['website', 'https://localhost./'],
    ['website', 'https://printer.local/'],
    ['website', 'https://kindpal.example@evil.example/'],
    ['website', 'https://example.org:8443/'],
    ['instagram', 'https://instagram.com.evil.example/robin'],
    ['instagram', 'https://instagram.com/'],
  ] as const)('%s: %s is none', (service, typed) => {
    expect(readSocialLink(service, typed)).toBeNull();
  });

  it('never redirects from a trusted service to anywhere else', () => {
    const typed = 'https://facebook.com/l.php?u=https://evil.example';
    expect(readSocialLink('facebook', typed)).toBe('https://facebook.com/l.php');
  });
});
