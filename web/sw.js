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
/** How long files are asked for again that are missing, and the longest pause between, in milliseconds. */
const UPGRADE = { patience: 60_000, pause: 8000 };

/**
 * Fetches something of this version. While servers are upgraded one after the other, any may be asked: one of another
 * version has no such file, and another page.
 * @param {URL} address @param {RequestInit} how @param {(answer: Response) => Promise<boolean>} [isOurs]
 */
async function own(address, how, isOurs = async () => true) {
  const until = Date.now() + UPGRADE.patience;
  for (let wait = 250; ; wait = Math.min(wait * 2, UPGRADE.pause)) {
    const answer = await fetch(address, how).catch(() => null);
    if (answer?.status === 200 && (await isOurs(answer.clone()))) return answer;
    if (Date.now() + wait > until) throw new Error(`${address} of version ${version} cannot be had`);
    await new Promise((done) => setTimeout(done, wait));
  }
}

/** Caches all that a page can load, byte for byte as the version's list says, and the page itself. */
async function precache() {
  const cache = await caches.open(CACHE);
  const list = await own(new URL('files.json', files), {}, async (answer) => (await answer.json()).version === version);
  /** @type {{files: Record<string, string>}} */
  const { files: digests } = await list.json();
  // The net is the largest file, and only the architect needs it: the page fetches it when it is idle.
  const kept = Object.entries(digests).filter(([name]) => !name.endsWith('.net'));
  const fetched = kept.map(async ([name, integrity]) => {
    const address = new URL(name, files);
    await cache.put(address, await own(address, { integrity }));
  });
  await Promise.all(fetched);
  const isOurs = async (/** @type {Response} */ answer) => (await answer.text()).includes(`v/${version}/`);
  await cache.put(top, await own(top, { cache: 'no-cache' }, isOurs));
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

/** A file from any cache, or else from the network. @param {Request} request */
const file = async (request) => (await caches.match(request, { ignoreVary: true })) ?? fetch(request);

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
