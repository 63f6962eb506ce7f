// The page as an app of the device: the service worker, and the browser's offer to install.
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
 * Starts the service worker of this version; each brings its own offline page. Without it everything but that page and
 * messages works.
 * @param {string} version
 */
export const work = (version) => navigator.serviceWorker?.register(`/sw.js?v=${version}`).catch(() => null);

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
