/** The `meta` of a page that needs a session: its title, and noindex for search engines. */
export function pageMeta(title: string) {
  return [{ title: `${title} · Kindpal` }, { name: 'robots', content: 'noindex' }];
}
