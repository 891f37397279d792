/* Shows notifications of a member who asked for it on this device. It keeps and answers nothing. */

self.addEventListener('push', (event) => {
  if (!event.data) return;
  const { id, title, body, href } = event.data.json();
  const options = { body, tag: id, data: { href }, icon: '/icon-192.png', badge: '/icon-192.png' };
  event.waitUntil(self.registration.showNotification(title, options));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(show(event.notification.data.href));
});

/** Comes back to the tab that has the page, or opens one: what is typed in another tab stays. */
async function show(href) {
  const url = new URL(href, self.location.origin).href;
  const tabs = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const tab = tabs.find((one) => one.url.split('#')[0] === url);
  return tab ? tab.focus() : self.clients.openWindow(url);
}

/** A browser that renews its subscription by itself is told by the new one from now on. */
self.addEventListener('pushsubscriptionchange', (event) => {
  const options = event.oldSubscription?.options;
  if (!options) return;
  event.waitUntil(
    self.registration.pushManager.subscribe(options).then((renewed) => {
      const { endpoint, keys } = renewed.toJSON();
      return fetch('/rest/v1/push_subscriptions', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ endpoint, keys }),
      });
    }),
  );
});
