// The page as an app of the device: the service worker, and the browser's offer to install.
import { fileAt, home, version } from './addresses.js';
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

/** How long a page may stand without a game before it counts as idle, in milliseconds. */
const QUIET = 10_000;

/** @type {Promise<ServiceWorkerRegistration> | undefined} */
let worker;

/**
 * Registers the service worker of this version, which downloads and keeps everything that a page can load, except the
 * architect's net. Stays pending where there can be none: then push messages and starting offline are not available.
 */
export function registerWorker() {
  if (worker) return worker;
  const container = navigator.serviceWorker;
  void container?.register(`${home}sw.js?v=${version}`).catch(() => null);
  worker = container?.ready ?? new Promise(() => {});
  return worker;
}

/** Downloads and keeps the architect's net, unless the person is short of data. */
async function keepNet() {
  const thrifty = /** @type {{connection?: {saveData?: boolean}}} */ (navigator).connection?.saveData;
  if (thrifty || !navigator.onLine) return;
  // Put into the service worker's cache from here: at a first visit that may not hear this page yet.
  const net = fileAt('tab/architect.net');
  if (!(await caches.match(net))) await (await caches.open(`quinta-${version}`)).add(net);
}

/** Runs a task once the browser has nothing else to do. @param {() => void} task */
const whenIdle = (task) => void (globalThis.requestIdleCallback ?? ((then) => setTimeout(then, 2000)))(task);

let keeping = false;

/**
 * Once the page is idle, downloads what only games without a server need: most of the client, and nobody waits for it.
 * Called when a game can be played. Whoever needs a part of it earlier loads that part as any other file.
 */
export function keepAll() {
  if (keeping) return;
  keeping = true;
  whenIdle(async () => {
    await registerWorker();
    whenIdle(() => void keepNet().catch(() => null));
  });
}

/** The same for pages on which no game is played. */
export const keepAllLater = () => setTimeout(keepAll, QUIET);

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
