/** The `meta` of a page behind the door: its title, and nothing for search engines to keep. */
export function pageMeta(title: string) {
  return [{ title: `${title} · Kindpal` }, { name: 'robots', content: 'noindex' }];
}
