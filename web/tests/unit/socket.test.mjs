// The connection to a table: when it asks for what it has missed.
import './browser.mjs';
import assert from 'node:assert/strict';
import { test } from 'node:test';

/** The sockets that were opened, as a browser would. @type {Socket[]} */
const opened = [];

class Socket {
  static CONNECTING = 0;
  static OPEN = 1;
  readyState = Socket.OPEN;
  /** What was sent. @type {any[]} */
  sent = [];
  /** @type {(e: {data: string}) => void} */
  onmessage = () => {};
  onclose = () => {};

  constructor(/** @type {URL} */ url) {
    this.url = url;
    opened.push(this);
  }

  send(/** @type {string} */ text) {
    this.sent.push(JSON.parse(text));
  }

  close() {
    this.readyState = 3;
    this.onclose();
  }

  hear(/** @type {object} */ message) {
    this.onmessage({ data: JSON.stringify(message) });
  }
}

Object.assign(globalThis, {
  WebSocket: Socket,
  window: { setTimeout: (/** @type {() => void} */ what) => setTimeout(what, 0) },
  location: { href: 'http://localhost/t/abc' },
  addEventListener() {},
  removeEventListener() {},
});

Object.assign(document, { removeEventListener() {} });

const { connect } = await import('../../js/net/socket.js');

test('what makes a command stale and has not come is asked for', async () => {
  let last = 7;
  const connection = connect('abcdefghij', {
    onMessage: (m) => {
      if (m.type === 'snapshot') last = m.table.number;
    },
    onOnline() {},
    since: () => last,
  });
  const first = opened[0];
  first.hear({ type: 'snapshot', table: { number: 7 }, events: [] });
  /** @param {Socket} socket @param {number} at */
  const refused = async (socket, at) => {
    const answer = connection.send(/** @type {any} */ ({ type: 'act', at, action: { buy: 0 } }));
    const { id } = socket.sent.at(-1);
    socket.hear({ type: 'refused', id, error: { code: 'stale', message: '' } });
    assert.equal((await answer).type, 'refused');
  };
  // Behind what has come since: whoever looks at the table sees it.
  await refused(first, 5);
  assert.equal(first.readyState, Socket.OPEN);
  // With nothing newer than this, something was missed.
  await refused(first, 7);
  assert.equal(first.readyState, 3);
  await new Promise((done) => setTimeout(done, 20));
  assert.equal(opened.length, 2);
  assert.match(String(opened[1].url), /since=7/);
  connection.close();
});
