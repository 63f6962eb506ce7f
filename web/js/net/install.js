// The page as an app of the device: the service worker, and the browser's offer to install.
import { fileAt, home, version } from './place.js';
import { redraw } from '../state.js';

/** The browser's offer, where it makes one. @type {any} */
let offer = null;

/** Whether the browser would install us now. */
export const canInstall = () => offer !== null;

/** Has the browser ask whether to install. */
export async function install() {
  const mine = offer;
  offer = null;
  redraw();
  await mine?.prompt();
}

/**
 * Starts the service worker of this version, which keeps all that a page loads. Without it everything works but
 * messages and beginning without a network.
 */
export async function work() {
  await navigator.serviceWorker?.register(`${home}sw.js?v=${version}`).catch(() => null);
}

/** Fetches what architects know, once nothing else is to be done: it is kept for when there is no network. */
export async function keepNet() {
  const thrifty = /** @type {{connection?: {saveData?: boolean}}} */ (navigator).connection?.saveData;
  if (thrifty || !navigator.onLine || !navigator.serviceWorker) return;
  await navigator.serviceWorker.ready;
  const idle = globalThis.requestIdleCallback ?? ((/** @type {() => void} */ then) => setTimeout(then, 2000));
  // Put on the service worker's shelf from here: at a first visit that may not hear this page yet.
  const net = fileAt('tab/architect.net');
  const keep = async () => (await caches.match(net)) ?? (await caches.open(`quinta-${version}`)).add(net);
  idle(() => void keep().catch(() => null));
}

/** Waits for the browser's offer. */
export function prepare() {
  addEventListener('beforeinstallprompt', (e) => {
    e.preventDefault();
    offer = e;
    redraw();
  });
  addEventListener('appinstalled', () => {
    offer = null;
    redraw();
  });
}
