// The page of a replay: a finished game or a record from a file, step by step, forward and back.
import { chartButton } from '../pages/sources.js';
import { ask } from '../net/api.js';
import { Refusal } from '../net/refusal.js';
import { reviewCard } from './review_card.js';
import { playOn } from './play_on.js';
import { go, jump, rounds, run, said, stop, stopsOf } from './replay_state.js';
import { seatName } from '../words/names.js';
import { errorText } from '../words/refusal.js';
import { players, redraw, shownSeat, state } from '../state.js';
import * as text from '../words/text.js';
import { topbar } from '../pages/topbar.js';
import { phone } from '../draw/screen.js';
import { h } from '../draw/vdom.js';
import { home } from '../net/addresses.js';

/** @typedef {import('../../../crates/wire/wire.js').Replay} Replay */
/** @typedef {import('../../types.js').Source} Source */

const { t } = text;

/** A replay with no game yet. @returns {import('../../types.js').ReplayState} */
const empty = () => ({
  shown: null,
  stops: [],
  at: 0,
  busy: false,
  problem: null,
  source: null,
  review: null,
  other: null,
  runs: false,
  bar: replayBar,
  // On a phone there is no room over the table: the card stands in the bar.
  card: () => (phone.matches ? null : reviewCard()),
});

/** @param {Promise<{shown: Replay, source: Source}>} coming */
async function load(coming) {
  state.replay = { ...empty(), busy: true };
  redraw();
  try {
    const { shown, source } = await coming;
    if (shown.steps.length === 0) throw new Refusal({ code: 'bad_record', message: '' });
    state.replay = { ...empty(), shown, source, stops: stopsOf(shown) };
    go(Number(/\d+/.exec(location.hash)?.[0] ?? 0));
  } catch (e) {
    /** @type {import('../../types.js').Problem} */
    const error = e instanceof Refusal ? e.error : { code: 'bad_record', message: String(e) };
    const problem = `${errorText(error)} ${error.code === 'bad_record' ? error.message : ''}`;
    state.replay = { ...empty(), problem };
    redraw();
  }
}

/** A record in a file. @param {File | undefined} file */
const read = (file) => {
  if (!file) return;
  const coming = file
    .text()
    .then(async (record) => ({ shown: await ask('POST /api/replays', record), source: { record } }));
  void load(coming);
};

/** Opens the page: the game of a table, or nothing yet. @param {string} table */
export function openReplay(table) {
  document.addEventListener('keydown', keys, true);
  const sheet = document.createElement('link');
  sheet.rel = 'stylesheet';
  sheet.href = new URL('../../css/review.css', import.meta.url).href;
  document.head.append(sheet);
  if (!table) return;
  const coming = ask('GET /api/games/{id}/replay', undefined, { id: table });
  void load(coming.then((shown) => ({ shown, source: { table } })));
}

/** Left and right step through the game, Page Up and Page Down through its rounds. @param {KeyboardEvent} e */
function keys(e) {
  const r = state.replay;
  if (!r?.shown || /** @type {HTMLElement} */ (e.target).closest('input, select, dialog, [data-zone]')) return;
  const does = /** @type {Record<string, () => void>} */ ({
    ArrowLeft: () => go(r.at - 1),
    ArrowRight: () => go(r.at + 1),
    PageUp: () => jump(-1),
    PageDown: () => jump(1),
  })[e.key];
  if (!does) return;
  e.preventDefault();
  e.stopPropagation();
  stop();
  does();
}

/** The page on which a record is chosen. */
export function recordPage() {
  const r = state.replay;
  return [
    topbar(t('web.replay.title'), null, false),
    h(
      'main',
      {
        id: 'main',
        tabindex: '-1',
        class: 'plain-page record-page',
        key: 'record',
        ondragover: (/** @type {DragEvent} */ e) => e.preventDefault(),
        ondrop: (/** @type {DragEvent} */ e) => {
          e.preventDefault();
          read(e.dataTransfer?.files[0]);
        },
      },
      h(
        'section',
        { class: 'panel' },
        h('h1', null, t('web.replay.title')),
        h('p', null, t('web.replay.more')),
        r?.problem ? h('p', { class: 'refusal', role: 'alert' }, r.problem) : null,
        h('label', { class: 'main huge', for: 'record-file' }, r?.busy ? t('web.loading') : t('web.replay.choose')),
        h('input', {
          id: 'record-file',
          class: 'unseen',
          type: 'file',
          accept: '.json,application/json',
          disabled: r?.busy,
          onchange: (/** @type {any} */ e) => read(e.target.files[0]),
        }),
        h('a', { class: 'second', href: home }, t('web.home')),
      ),
    ),
  ];
}

/** What stands in place of the action bar. */
function replayBar() {
  const r = state.replay;
  if (!r) return null;
  const says = said();
  const last = r.stops.length - 1;
  const step = (
    /** @type {string} */ id,
    /** @type {string} */ label,
    /** @type {string} */ sign,
    /** @type {number} */ to,
  ) =>
    h(
      'button',
      {
        type: 'button',
        class: 'plain',
        id,
        'aria-label': label,
        title: label,
        disabled: Math.max(0, Math.min(last, to)) === r.at,
        onclick: () => {
          stop();
          go(to);
        },
      },
      sign,
    );
  return h(
    'section',
    { class: 'bar replay', key: 'replay', 'aria-label': t('web.replay.title') },
    h(
      'div',
      { class: 'says', role: 'status' },
      h('h2', { class: 'sentence' }, says[0]),
      h('p', { class: 'note' }, says.slice(1).join(' ')),
    ),
    phone.matches ? reviewCard() : null,
    h(
      'div',
      { class: 'steps' },
      step('step-first', t('web.replay.first'), '«', 0),
      step('step-back', t('web.replay.back'), '‹', r.at - 1),
      h('input', {
        type: 'range',
        id: 'step',
        min: 0,
        max: last,
        value: String(r.at),
        'aria-label': t('web.replay.step'),
        'aria-valuetext': says[0],
        oninput: (/** @type {any} */ e) => {
          stop();
          go(Number(e.target.value));
        },
      }),
      step('step-on', t('web.replay.next'), '›', r.at + 1),
      step('step-last', t('web.replay.last'), '»', last),
      h('output', { for: 'step' }, `${r.at} / ${last}`),
    ),
    h(
      'div',
      { class: 'steps rounds' },
      h(
        'button',
        {
          type: 'button',
          class: 'plain',
          id: 'run',
          'aria-pressed': r.runs ? 'true' : 'false',
          onclick: () => (r.runs ? stop() : run()),
        },
        t('web.review.run'),
      ),
      rounds().map((at, i) => step(`round-${i + 1}`, t('score.round', { round: i + 1 }), String(i + 1), at)),
    ),
    h(
      'div',
      { class: 'rest-buttons' },
      players().map((p) =>
        h(
          'button',
          {
            type: 'button',
            class: 'second',
            'aria-pressed': shownSeat() === p.seat ? 'true' : 'false',
            onclick: () => {
              state.game.view = p.seat;
              redraw();
            },
          },
          h('span', { class: 'who' }, seatName(p.seat)),
          ` · ${p.score}`,
        ),
      ),
      chartButton(),
      h(
        'button',
        {
          type: 'button',
          class: 'second',
          id: 'play-on',
          title: t('web.review.play_on_more', { name: seatName(shownSeat()) }),
          disabled: r.busy || r.other !== null || r.at === last,
          onclick: () => void playOn(),
        },
        t('web.review.play_on'),
      ),
    ),
  );
}
