/**
 * A prerendered page contains a placeholder that the server replaces by the instance's own address.
 * In the browser the address is read from the page, so that both are equal.
 */
const origin = import.meta.env.SSR ? 'https://kindpal.example' : servedOrigin();

function servedOrigin(): string {
  const canonical = document.querySelector<HTMLLinkElement>('link[rel="canonical"]');
  return new URL(canonical?.href ?? window.location.href).origin;
}

type PageMeta = { title: string; description: string; path: string };

/** Title, description, canonical address and Open Graph metadata of a public page. */
export function publicPageMeta({ title, description, path }: PageMeta) {
  const url = `${origin}${path}`;
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
    { property: 'og:image', content: `${origin}/og.png` },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    {
      property: 'og:image:alt',
      content: 'Kindpal: someone you trust, at the other end of the leash.',
    },
    { name: 'twitter:card', content: 'summary_large_image' },
  ];
}
