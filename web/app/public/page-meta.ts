/** Stands in the prerendered pages; the server puts the instance's own address in its place. */
export const originPlaceholder = 'https://kindpal.example';

type PageMeta = { title: string; description: string; path: string };

/** Title, description, canonical address and Open Graph card of one public page. */
export function pageMeta({ title, description, path }: PageMeta) {
  const url = `${originPlaceholder}${path}`;
  const full = path === '/' ? title : `${title} · Kindpal`;
  return [
    { title: full },
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: url },
    { property: 'og:site_name', content: 'Kindpal' },
    { property: 'og:type', content: 'website' },
    { property: 'og:title', content: full },
    { property: 'og:description', content: description },
    { property: 'og:url', content: url },
    { property: 'og:image', content: `${originPlaceholder}/og.png` },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    {
      property: 'og:image:alt',
      content: 'Kindpal: someone you trust, at the other end of the lead.',
    },
    { name: 'twitter:card', content: 'summary_large_image' },
  ];
}
