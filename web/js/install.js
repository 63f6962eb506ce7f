// The page as an app of the device: the service worker, and the browser's offer to install.
import { redraw } from './state.js';

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

/** Starts the service worker and waits for the offer. */
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
  // Without it everything but the offline page and messages works.
  navigator.serviceWorker?.register('/sw.js').catch(() => null);
}
