// The download of a game's record: from the server, or made in this browser.
import { ask } from '../net/api.js';
import { isHere } from '../net/addresses.js';
import { t } from '../words/text.js';
import { h } from '../draw/vdom.js';

/** Downloads a record that was made in this browser. @param {string} id @param {string} name */
async function download(id, name) {
  const record = await ask('GET /api/games/{id}/record', undefined, { id });
  const address = URL.createObjectURL(new Blob([JSON.stringify(record)], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // By then the download has begun.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** The link or button to download a game's record. @param {string} id */
export function recordLink(id) {
  const name = `quinta-${id}.json`;
  return isHere(id)
    ? h(
        'button',
        { type: 'button', class: 'second', id: 'record', onclick: () => void download(id, name) },
        t('web.record'),
      )
    : h('a', { class: 'second', href: `/api/games/${id}/record`, download: name }, t('web.record'));
}
