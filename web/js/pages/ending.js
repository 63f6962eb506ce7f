// The end of a game: who won, how the points came about, whether luck was fair, and another game.
import * as act from '../play/act.js';
import { breakdown, chartButton } from './sources.js';
import { mySeats, players, state } from '../state.js';
import { luckLine } from './luck.js';
import { recordLink } from './record.js';
import { slots } from '../table/slots.js';
import { t } from '../words/text.js';
import { seatName, seatTitle } from '../words/names.js';
import { verdict } from './verdict.js';
import { h } from '../draw/vdom.js';
import { home, replayAt, tableAt } from '../net/addresses.js';

/** Where there is room, every figure of the game in place of the display, which is empty by then. */
export function finale() {
  const { table, scoring, waiting } = state.game;
  if (table?.stage !== 'over' || scoring || waiting > 0 || !table.result?.scoring) return null;
  return h(
    'section',
    { class: 'panel finale', key: 'finale', 'aria-label': t('web.chart.title') },
    h('h2', null, t('web.chart.title')),
    h('div', { class: 'figures', tabindex: '0', role: 'group', 'aria-label': t('web.chart.title') }, breakdown(true)),
  );
}

export function ending() {
  const { table } = state.game;
  if (!table) return null;
  const { main, more } = verdict();
  const order = [...players()].sort((a, b) => b.score - a.score);
  const rematch = async () => {
    const answer = await act.command({ type: 'rematch' });
    const id = answer?.table ?? state.game.table?.rematch;
    if (id) location.assign(tableAt(id));
  };
  return h(
    'section',
    { class: 'bar ending', key: 'ending' },
    h(
      'div',
      { class: 'says' },
      h('h2', { class: 'sentence', tabindex: '-1' }, main),
      more ? h('p', { class: 'why' }, more) : null,
      h(
        'ol',
        { class: 'ranks' },
        order.map((p) =>
          h(
            'li',
            { class: table.result?.winners.includes(p.seat) ? 'won' : '' },
            h('span', { title: seatName(p.seat) }, seatTitle(p.seat)),
            h('b', null, p.score),
          ),
        ),
      ),
      slots.chapter?.(),
      luckLine(),
      h('div', { class: 'on-paper', 'aria-hidden': 'true' }, breakdown(true, true)),
    ),
    h(
      'div',
      { class: 'buttons' },
      h(
        'div',
        { class: 'first' },
        table.rematch
          ? h('a', { class: 'main', href: tableAt(table.rematch) }, t('web.rematch_join'))
          : mySeats().length
            ? h('button', { type: 'button', class: 'main', onclick: () => void rematch() }, t('web.rematch'))
            : h('a', { class: 'main', href: home }, t('web.home')),
      ),
      h(
        'div',
        { class: 'rest-buttons' },
        chartButton(),
        h('a', { class: 'second', id: 'look-again', href: replayAt(table.id) }, t('web.replay.again')),
        h('button', { type: 'button', class: 'second', onclick: () => print() }, t('web.print')),
        recordLink(table.id),
      ),
    ),
  );
}
