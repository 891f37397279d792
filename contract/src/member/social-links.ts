import { z } from 'zod';
import { readSocialLink, type SocialService } from './social-services.ts';

const SOCIAL_LINK_MAX = 200;

/** One link as typed; an empty text or null removes it. */
function socialLink(service: SocialService) {
  const example = service === 'website' ? 'https://example.org' : `https://${service}.com/name`;
  return z
    .string()
    .trim()
    .max(SOCIAL_LINK_MAX, 'This link is too long')
    .transform((typed, context) => {
      if (typed === '') return null;
      const address = readSocialLink(service, typed);
      if (address !== null) return address;
      context.addIssue({ code: 'custom', message: `Please enter a link like ${example}` });
      return z.NEVER;
    })
    .nullable();
}

/** Changes of the caller's links; omitted ones stay. [R3] */
export const socialLinksEditSchema = z
  .strictObject({
    website: socialLink('website'),
    instagram: socialLink('instagram'),
    facebook: socialLink('facebook'),
  })
  .partial();

/** The links that a member has. */
export const socialLinksSchema = z
  .object({ website: z.string(), instagram: z.string(), facebook: z.string() })
  .partial();
export type SocialLinks = z.infer<typeof socialLinksSchema>;
