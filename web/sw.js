// The service worker: it caches every file of a version of the page, so that it works without a network, and shows push
// messages. Games come from the server or from IndexedDB, never from here.

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));

/** The version of the page that this worker was registered by. */
const version = new URL(location.href).searchParams.get('v') ?? '';
const top = new URL('./', location.href);
/** Where the files of that version are. */
const files = new URL(`v/${version}/`, top);
const CACHE = `quinta-${version}`;
/** How long the network may take for a page before the cached one is shown, in milliseconds. */
const PATIENCE = 3000;

/** Caches all that a page can load, and the page itself if it is still of this version. */
async function precache() {
  const cache = await caches.open(CACHE);
  const list = await fetch(new URL('files.json', files));
  if (!list.ok) throw new Error(`there is no list of files (${list.status})`);
  /** @type {{files: string[]}} */
  const { files: names } = await list.json();
  // The net is the largest file, and only the architect needs it: the page fetches it when it is idle.
  await cache.addAll(names.filter((name) => !name.endsWith('.net')).map((name) => new URL(name, files).href));
  const page = await fetch(top, { cache: 'no-cache' });
  if (!(await page.clone().text()).includes(`v/${version}/`)) throw new Error('there is a newer version');
  await cache.put(top, page);
}

/** Drops all older caches but the last: a page of that version may still be open. */
async function dropOldCaches() {
  const old = (await caches.keys()).filter((name) => name.startsWith('quinta-') && name !== CACHE);
  await Promise.all(old.slice(0, -1).map((name) => caches.delete(name)));
}

worker.addEventListener('install', (e) => {
  void worker.skipWaiting();
  e.waitUntil(precache());
});

worker.addEventListener('activate', (e) => e.waitUntil(dropOldCaches().then(() => worker.clients.claim())));

/** A page from the network, or else from the cache. @param {Request} request */
async function page(request) {
  const kept = (await caches.open(CACHE)).match(top);
  const late = new Promise((done) => setTimeout(done, PATIENCE)).then(() => kept);
  try {
    const coming = fetch(request);
    const first = (await Promise.race([coming, late])) ?? (await coming);
    // A proxy may answer for a server that is not there.
    return (first.status >= 502 && (await kept)) || first;
  } catch (problem) {
    const instead = await kept;
    if (instead) return instead;
    throw problem;
  }
}

/** A file from any cache; one of this version that is missing there is added. @param {Request} request */
async function file(request) {
  const kept = await caches.match(request, { ignoreVary: true });
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok && request.url.startsWith(files.href)) {
    const copy = answer.clone();
    await (await caches.open(CACHE)).put(request, copy).catch(() => null);
  }
  return answer;
}

worker.addEventListener('fetch', (e) => {
  const { request } = e;
  if (request.method !== 'GET') return;
  if (request.mode === 'navigate') e.respondWith(page(request));
  else if (request.url.startsWith(new URL('v/', top).href)) e.respondWith(file(request));
});

worker.addEventListener('push', (e) => {
  /** @type {Partial<import('../crates/wire/wire.js').PushMessage>} */
  const told = e.data?.json() ?? {};
  const icon = new URL('art/icon-192.png', top).href;
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
