// The connection to a table. It reconnects by itself, and repeats commands that were not answered.
import * as tab from '../tab/tab.js';
import { decoder } from './delta.js';
import { isHere } from './addresses.js';

/**
 * @typedef {import('../../../crates/wire/wire.js').ServerMessage} ServerMessage
 * @typedef {import('../../../crates/wire/wire.js').ClientMessage} ClientMessage
 * @typedef {Extract<ServerMessage, {type: 'refused'}>} Refused
 * @typedef {Extract<ServerMessage, {type: 'reply'}>
 *   | (Omit<Refused, 'error'> & {error: import('../../types.js').Problem})} Answer
 * @typedef {{onMessage: (m: ServerMessage) => void, onOnline: (online: boolean) => void, since: () => number}} Handlers
 */

/** A unique id for a command. */
export const newId = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(12)), (b) => b.toString(16).padStart(2, '0')).join('');

/** Connects to a table, on the server or in this browser. @param {string} table @param {Handlers} handlers */
export const connect = (table, handlers) =>
  isHere(table) ? tab.connect(table, handlers, newId) : reach(table, handlers);

/** @param {string} table @param {Handlers} handlers */
function reach(table, handlers) {
  /** @type {WebSocket | null} */
  let socket = null;
  let closed = false;
  let tries = 0;
  let timer = 0;
  /** Commands without an answer yet. @type {Map<string, {message: ClientMessage, done: (m: Answer) => void}>} */
  const open = new Map();

  const dial = () => {
    if (closed) return;
    const since = handlers.since();
    const url = new URL(`/api/tables/${table}/socket?parts=1${since ? `&since=${since}` : ''}`, location.href);
    url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
    const mine = new WebSocket(url);
    socket = mine;
    const decode = decoder();
    let retry = 0;
    /** The number of the last event that came. */
    let known = since;
    mine.onopen = () => {
      tries = 0;
    };
    mine.onmessage = (e) => {
      /** @type {ServerMessage | null} */
      let m;
      try {
        m = decode(JSON.parse(e.data));
      } catch {
        return;
      }
      if (!m) {
        mine.close();
        return;
      }
      if (m.type === 'snapshot') {
        handlers.onOnline(true);
        for (const { message } of open.values()) mine.send(JSON.stringify(message));
      }
      if (m.type === 'snapshot' || m.type === 'update') known = m.table.number;
      if (m.type === 'bye') retry = m.retry_ms;
      if ((m.type === 'reply' || m.type === 'refused') && m.id && open.has(m.id)) {
        const waiting = open.get(m.id);
        open.delete(m.id);
        waiting?.done(m);
        // What makes a command stale has come before the refusal. If nothing has, it is asked for: a new socket
        // begins with it.
        const missed = m.type === 'refused' && m.error.code === 'stale';
        if (missed && waiting && 'at' in waiting.message && waiting.message.at === known) mine.close();
      }
      handlers.onMessage(m);
    };
    mine.onclose = () => {
      if (closed || socket !== mine) return;
      handlers.onOnline(false);
      tries += 1;
      timer = window.setTimeout(
        dial,
        retry || Math.min(8000, 250 * 2 ** Math.min(tries, 5)) * (0.75 + Math.random() / 2),
      );
    };
  };
  const now = () => {
    if (closed || socket?.readyState === WebSocket.OPEN || socket?.readyState === WebSocket.CONNECTING) return;
    clearTimeout(timer);
    dial();
  };
  addEventListener('online', now);
  const visible = () => !document.hidden && now();
  document.addEventListener('visibilitychange', visible);
  dial();

  return {
    /** Sends a command. @param {import('../../types.js').Command} command @returns {Promise<Answer>} */
    send(command) {
      /** @type {ClientMessage} */
      const message = { id: newId(), ...command };
      return new Promise((done) => {
        open.set(message.id, { message, done });
        if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
      });
    },
    close() {
      closed = true;
      clearTimeout(timer);
      removeEventListener('online', now);
      document.removeEventListener('visibilitychange', visible);
      socket?.close();
    },
  };
}
