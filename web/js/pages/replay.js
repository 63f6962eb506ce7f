// A game looked at again: a finished one or a record of one's own, step by step, forward and back.
import { chartButton } from './chart.js';
import { ask } from '../net/api.js';
import { words } from '../words/log.js';
import { seatName } from '../words/names.js';
import { errorText } from '../words/refusal.js';
import { players, redraw, shownSeat, state } from '../state.js';
import * as text from '../words/text.js';
import { topbar } from './topbar.js';
import { h } from '../draw/vdom.js';

/** @typedef {import('../../../crates/wire/wire.js').Replay} Replay */

const { t } = text;

const ACTIONS = ['acquired', 'placed', 'expanded', 'bought', 'passed'];

/** The steps at which to stop: after each action with the draws and turnings that it caused. @param {Replay} replay */
const stops = ({ steps }) =>
  steps.flatMap((_, i) => (i + 1 === steps.length || ACTIONS.includes(steps[i + 1].event.event.type) ? [i] : []));

/** Shows the position after a stop. @param {number} at */
function go(at) {
  const r = state.replay;
  if (!r?.shown) return;
  r.at = Math.max(0, Math.min(r.stops.length - 1, at));
  const { steps, rules, names } = r.shown;
  const upTo = steps.slice(0, r.stops[r.at] + 1);
  const last = upTo[upTo.length - 1];
  const passes = upTo.flatMap(({ event: { event } }) => (event.type === 'passed' ? [event] : []));
  const end = passes.find((p) => p.end)?.end;
  const levels = state.about?.levels ?? [];
  const g = state.game;
  g.events = upTo.map((s) => s.event);
  g.table = {
    id: '',
    name: '',
    number: last.event.number,
    rules,
    state: last.state,
    fair: { commitment: '' },
    stage: end ? 'over' : 'playing',
    options: { access: 'open', board: 'custom', clock: { type: 'none' }, first: 'lot', hints: false, undo: 'never' },
    history: passes.flatMap((p) => (p.round ? [p.round] : [])),
    result: end ? { reason: 'finished', scoring: end, winners: [] } : undefined,
    seats: last.state.players.map(({ seat }) => {
      const name = names[seat] || t('player.seat', { number: seat + 1 });
      const level = levels.find((l) => l === name);
      return level
        ? { who: 'bot', level, seat }
        : { who: 'person', name, seat, ready: true, resigned: false, timed_out: false, wants_end: false };
    }),
  };
  const action = moved();
  g.fresh =
    action && (action.type === 'placed' || action.type === 'expanded')
      ? { seat: action.seat, cells: [action.cell.join(',')] }
      : null;
  history.replaceState(null, '', `#${r.at}`);
  redraw();
}

/** The action that led to this position. */
function moved() {
  const { events } = state.game;
  for (let i = events.length - 1; i >= 0; i -= 1) {
    const { event } = events[i];
    if (
      event.type === 'acquired' ||
      event.type === 'placed' ||
      event.type === 'expanded' ||
      event.type === 'bought' ||
      event.type === 'passed'
    )
      return event;
  }
  return null;
}

/** @param {Promise<Replay>} coming */
async function load(coming) {
  state.replay = { shown: null, stops: [], at: 0, busy: true, problem: null };
  redraw();
  try {
    const shown = await coming;
    if (shown.steps.length === 0)
      throw Object.assign(new Error('empty'), { error: { code: 'bad_record', message: '' } });
    state.replay = { shown, stops: stops(shown), at: 0, busy: false, problem: null };
    go(Number(location.hash.slice(1)) || 0);
  } catch (e) {
    const error = /** @type {any} */ (e).error ?? { code: 'bad_record', message: String(e) };
    state.replay = {
      shown: null,
      stops: [],
      at: 0,
      busy: false,
      problem: `${errorText(error)} ${error.code === 'bad_record' ? error.message : ''}`,
    };
    redraw();
  }
}

/** A record in a file. @param {File | undefined} file */
const read = (file) => {
  if (file) void load(file.text().then((json) => ask('POST /api/replays', json)));
};

/** Opens the page: the game of a table, or nothing yet. @param {string} table */
export function openReplay(table) {
  document.addEventListener('keydown', arrows, true);
  if (table) void load(ask('GET /api/games/{id}/replay', undefined, { id: table }));
}

/** Left and right step through the game. @param {KeyboardEvent} e */
function arrows(e) {
  if (
    !state.replay?.shown ||
    !['ArrowLeft', 'ArrowRight'].includes(e.key) ||
    /** @type {HTMLElement} */ (e.target).closest('input, select, dialog, [data-zone]')
  )
    return;
  e.preventDefault();
  e.stopPropagation();
  go(state.replay.at + (e.key === 'ArrowLeft' ? -1 : 1));
}

/** Where a record is brought. */
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
        h('a', { class: 'second', href: '/' }, t('web.home')),
      ),
    ),
  ];
}

/** What stands in place of the action bar. */
export function replayBar() {
  const r = state.replay;
  if (!r) return null;
  const action = moved();
  const said = action ? words(action) : [t('web.replay.start')];
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
        onclick: () => go(to),
      },
      sign,
    );
  return h(
    'section',
    { class: 'bar replay', key: 'replay', 'aria-label': t('web.replay.title') },
    h(
      'div',
      { class: 'says', role: 'status' },
      h('h2', { class: 'sentence' }, said[0]),
      h('p', { class: 'note' }, said.slice(1).join(' ')),
    ),
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
        'aria-valuetext': said[0],
        oninput: (/** @type {any} */ e) => go(Number(e.target.value)),
      }),
      step('step-on', t('web.replay.next'), '›', r.at + 1),
      step('step-last', t('web.replay.last'), '»', last),
      h('output', { for: 'step' }, `${r.at} / ${last}`),
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
    ),
  );
}
