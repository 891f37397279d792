import type { Config } from '@react-router/dev/config';

/** The pages a visitor or a search engine reads without JavaScript. */
const publicPages = ['/', '/about', '/faq', '/terms', '/privacy', '/contact'];

export default {
  ssr: false,
  prerender: publicPages,
} satisfies Config;
