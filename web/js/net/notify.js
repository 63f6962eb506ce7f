// Notifications: asked for by a click, and sent by push where the server has a key for it.
import { ask } from './api.js';
import { registerWorker } from './install.js';
import { alone } from './addresses.js';
import { change, settings } from '../settings/settings.js';
import { redraw } from '../state.js';

/** Whether this browser is subscribed to push messages. */
let pushed = false;

/**
 * The state of notifications: `none` where the browser has none.
 * @returns {'none' | 'blocked' | 'off' | 'on' | 'push'}
 */
export function standing() {
  if (alone || !('Notification' in globalThis)) return 'none';
  if (Notification.permission === 'denied') return 'blocked';
  if (!settings.notify || Notification.permission !== 'granted') return 'off';
  return pushed ? 'push' : 'on';
}

/** A key as the server spells it. @param {ArrayBuffer | null} bytes */
const spelt = (bytes) =>
  bytes
    ? btoa(String.fromCharCode(...new Uint8Array(bytes)))
        .replaceAll('+', '-')
        .replaceAll('/', '_')
        .replaceAll('=', '')
    : '';

/** Subscribes this browser to push messages, if browser and server support them. */
async function subscribe() {
  try {
    if (!navigator.serviceWorker || !('PushManager' in globalThis)) return;
    const { pushManager: manager } = await registerWorker();
    const { key } = await ask('GET /api/push/key');
    let known = await manager.getSubscription();
    // Made with another key: the server cannot use it.
    if (known && spelt(known.options.applicationServerKey) !== key) {
      await known.unsubscribe();
      known = null;
    }
    const mine = known ?? (await manager.subscribe({ userVisibleOnly: true, applicationServerKey: key }));
    await ask('PUT /api/push', /** @type {import('../../../crates/wire/wire.js').Subscribe} */ (mine.toJSON()));
    pushed = true;
  } catch {
    // No push service, or a server without push: notifications are shown only while a page is open.
    pushed = false;
  }
}

/** Asks for permission. Called only from the button for it. */
export async function allow() {
  const answer = await Notification.requestPermission();
  if (answer === 'granted') {
    change({ notify: true });
    redraw();
    await subscribe();
  }
  redraw();
}

/** Ends the subscription. */
export async function stop() {
  change({ notify: false });
  pushed = false;
  redraw();
  const worker = await navigator.serviceWorker?.getRegistration();
  const mine = await worker?.pushManager?.getSubscription();
  await mine?.unsubscribe();
  await ask('DELETE /api/push').catch(() => null);
}

/** Keeps the subscription fresh when the page opens. */
export async function renew() {
  if (standing() !== 'on') return;
  await subscribe();
  redraw();
}
