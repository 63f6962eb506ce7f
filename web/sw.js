// The service worker: the offline page, and push messages. Code and games always come from the network.

/** What this script runs in. */
const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));

const SHELF = 'quinta-offline';
const PAGE = '/offline.html';

/** All that the offline page needs; it asks for it by these names: besides letters nothing else passes through here. */
const FILES = [
  PAGE,
  '/fonts/text.woff2',
  '/fonts/bold.woff2',
  '/fonts/name.woff2',
  ...[
    '/js/net/offline.js',
    '/css/fonts.css',
    '/css/base.css',
    '/css/pages.css',
    '/css/sight.css',
    '/art/theme.css',
    '/art/sign.svg',
    '/locales/en.json',
    '/locales/fr.json',
    '/locales/de.json',
    '/locales/pl.json',
  ].map((file) => `${file}?offline`),
];

// Each version of the page registers a worker of its own, which brings the offline page of that version.
worker.addEventListener('install', (e) => {
  void worker.skipWaiting();
  e.waitUntil(caches.open(SHELF).then((shelf) => shelf.addAll(FILES)));
});

worker.addEventListener('activate', (e) => e.waitUntil(worker.clients.claim()));

/** The network, and without it what lies on the shelf. @param {Request} request */
async function answer(request) {
  try {
    return await fetch(request);
  } catch (problem) {
    const kept = await (await caches.open(SHELF)).match(request.mode === 'navigate' ? PAGE : request);
    if (kept) return kept;
    throw problem;
  }
}

worker.addEventListener('fetch', (e) => {
  const { request } = e;
  if (request.mode === 'navigate' || request.destination === 'font' || request.url.endsWith('?offline')) {
    e.respondWith(answer(request));
  }
});

worker.addEventListener('push', (e) => {
  /** @type {Partial<import('../crates/wire/wire.js').PushMessage>} */
  const told = e.data?.json() ?? {};
  const icon = '/art/icon-192.png';
  const how = { body: told.body, icon, badge: icon, tag: told.tag, data: { url: told.url ?? '/' } };
  e.waitUntil(worker.registration.showNotification(told.title ?? 'Quinta', how));
});

worker.addEventListener('notificationclick', (e) => {
  e.notification.close();
  const url = new URL(e.notification.data?.url ?? '/', location.origin).href;
  const show = async () => {
    const pages = await worker.clients.matchAll({ type: 'window' });
    const there = pages.find((page) => page.url === url);
    await (there ? there.focus() : worker.clients.openWindow(url));
  };
  e.waitUntil(show());
});
