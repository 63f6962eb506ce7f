// The page as an installed app: the service worker, the files that it caches, and the browser's offer to install.
import { fileAt, home, version } from './addresses.js';
import { fetchOwn, pauseAfter } from './own.js';
import { redraw } from '../state.js';

/** The browser's offer, where it makes one. @type {any} */
let offer = null;

/** Whether the browser would install us now. */
export const canInstall = () => offer !== null;

/** Shows the browser's own question whether to install. */
export async function install() {
  const mine = offer;
  offer = null;
  redraw();
  await mine?.prompt();
}

/** After this long a page on which no game can be played counts as idle, in milliseconds. */
const QUIET = 10_000;

/** @type {Promise<ServiceWorkerRegistration> | undefined} */
let worker;

/** How often the service worker is registered that a server does not have, or a browser does not want. */
const TRIES = 8;

/**
 * Registers the service worker of this version, which caches everything that a page can load except the
 * architect's net. Never resolves in browsers without service workers.
 */
export function registerWorker() {
  if (worker) return worker;
  const container = navigator.serviceWorker;
  const register = async (tries = 0) => {
    try {
      await container?.register(`${home}sw.js?v=${version}`);
    } catch {
      await pauseAfter(tries);
      if (tries < TRIES) await register(tries + 1);
    }
  };
  void register();
  worker = container?.ready ?? new Promise(() => {});
  return worker;
}

/** Caches the architect's net, unless the browser is asked to save data. */
async function keepNet() {
  const thrifty = /** @type {{connection?: {saveData?: boolean}}} */ (navigator).connection?.saveData;
  if (thrifty || !navigator.onLine) return;
  // Not left to the service worker: at a first visit it may not handle this page's requests yet.
  const net = fileAt('tab/architect.net');
  if (await caches.match(net)) return;
  const answer = await fetchOwn(net);
  if (answer.status === 200) await (await caches.open(`quinta-${version}`)).put(net, answer);
}

/** Runs a task once the browser has nothing else to do. @param {() => void} task */
const whenIdle = (task) => void (globalThis.requestIdleCallback ?? ((then) => setTimeout(then, 2000)))(task);

let keeping = false;

/**
 * Once the page is idle, caches everything else that the client consists of, above all what games without a server
 * need. Called when a game can be played. A file that is needed earlier is simply loaded then.
 */
export function keepAll() {
  if (keeping) return;
  keeping = true;
  whenIdle(async () => {
    await registerWorker();
    whenIdle(() => void keepNet().catch(() => null));
  });
}

/** The same for pages on which no game can be played. */
export const keepAllLater = () => setTimeout(keepAll, QUIET);

/** Listens for the browser's offer. */
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
