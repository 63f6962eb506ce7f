// Where the points come from: a chart of the sources, and every step of every scoring as a table.
import { finalSteps, roundSteps } from '../play/count.js';
import { seatTitle } from '../words/names.js';
import { players, redraw, state } from '../state.js';
import * as text from '../words/text.js';
import { ruleLink } from '../learn/rule.js';
import { chart, column, partKey, roundNumbers, textures } from '../draw/chart.js';
import { h, s } from '../draw/vdom.js';

const { t } = text;

/** @typedef {import('../draw/chart.js').Part & {topic: string}} Source points of one kind, and the rule about them */

/** What a player's points come from; together they are the score. @param {number} seat @returns {Source[]} */
export function sources(seat) {
  const { table } = state.game;
  /** @type {Source[]} */
  const out = [];
  const add = (
    /** @type {string} */ cls,
    /** @type {number} */ texture,
    /** @type {string} */ topic,
    /** @type {string} */ name,
    /** @type {number} */ value,
  ) => out.push({ cls, texture, topic, name, value, title: `${name}: ${text.signed(value)}` });
  add('start', 0, 'score.start', t('web.chart.start'), table?.rules.start_score ?? 15);
  for (const { round, seats } of table?.history ?? []) {
    const mine = seats.find((x) => x.seat === seat);
    if (mine) add(`r${round}`, round, 'score.round', t('score.round', { round }), mine.after - mine.before);
  }
  const end = table?.result?.scoring?.seats.find((x) => x.seat === seat);
  if (end) {
    add('groups', 5, 'score.groups', t('score.groups'), end.points.groups_total);
    add('jokers', 6, 'score.jokers', t('score.jokers'), end.points.jokers);
  }
  const sum = out.reduce((a, b) => a + b.value, 0);
  const lost = (players()[seat]?.score ?? sum) - sum;
  if (lost) add('lost', 7, 'score.lost', t('web.chart.lost'), lost);
  return out;
}

/** The scores of all players, a column each. */
export function sourcesChart() {
  const all = players().map((p) => {
    const parts = sources(p.seat);
    const sum = (/** @type {number} */ sign) => parts.reduce((a, x) => a + Math.max(0, sign * x.value), 0);
    return { seat: p.seat, score: p.score, parts, gain: sum(1), loss: sum(-1) };
  });
  const most = Math.max(30, ...all.map((x) => x.gain));
  const least = -Math.max(0, ...all.map((x) => x.loss));
  const seen = new Map(all.flatMap((x) => x.parts.map((part) => [part.cls, part])));
  return chart(
    {
      cls: 'columns',
      label: all
        .map((x) => `${seatTitle(x.seat)}: ${x.parts.map((p) => `${p.name} ${p.value}`).join(', ')}`)
        .join('. '),
      size: [all.length * 110, 190],
      x: [-0.5, all.length - 0.5],
      y: [least, most],
      margin: [24, 34],
      xTicks: [],
      yTicks: roundNumbers(least, most, 4).map((at) => ({ at, label: text.decimal(at) })),
      legend: [...seen.values()].map((part) => partKey(part, ruleLink(part.topic, part.name))),
    },
    (scale) => [
      textures(),
      all.map((x, i) =>
        s(
          'g',
          null,
          column(scale, i, 44, x.parts),
          s('path', { class: 'line', d: `M${scale.x(i) - 34} ${scale.y(0)}h68` }),
          s(
            'text',
            { class: 'sum', x: scale.x(i), y: scale.y(x.gain) - 6 },
            x.loss ? `${x.gain} − ${x.loss} = ${x.score}` : x.score,
          ),
          s('text', { class: 'who', x: scale.x(i), y: 182 }, short(seatTitle(x.seat))),
        ),
      ),
    ],
  );
}

/** @param {string} name */
const short = (name) => (name.length > 14 ? `${name.slice(0, 13)}…` : name);

/**
 * Every step of every scoring as a table.
 * @param {boolean} [open] all of it at once, as on paper @param {boolean} [paper] without links to the rules
 */
export function breakdown(open = false, paper = false) {
  const { table } = state.game;
  if (!table) return null;
  const line = (/** @type {string} */ topic, /** @type {string} */ label) => (paper ? label : ruleLink(topic, label));
  /** @type {{title: string, by: {seat: number, steps: import('../play/count.js').Step[], after: number}[]}[]} */
  const blocks = table.history.map((r) => ({
    title: t('score.round', { round: r.round }),
    by: r.seats.map((x) => ({ seat: x.seat, steps: roundSteps(x.points), after: x.after })),
  }));
  if (table.result?.scoring)
    blocks.push({
      title: t('web.final'),
      by: table.result.scoring.seats.map((x) => ({ seat: x.seat, steps: finalSteps(x.points), after: x.after })),
    });
  return h(
    'div',
    { class: 'breakdown' },
    blocks.map((b) =>
      h(
        'details',
        { open },
        h('summary', null, b.title),
        h(
          'div',
          { class: 'cols' },
          b.by.map((x) =>
            h(
              'table',
              { class: 'sheet' },
              h('caption', null, seatTitle(x.seat)),
              h(
                'tbody',
                null,
                x.steps
                  .filter((p) => p.points !== 0)
                  .map((p) =>
                    h(
                      'tr',
                      null,
                      h('th', { scope: 'row' }, line(p.topic, p.label)),
                      h('td', null, text.signed(p.points)),
                    ),
                  ),
                h(
                  'tr',
                  { class: 'sum' },
                  h('th', { scope: 'row' }, line('score.total', t('score.total'))),
                  h('td', null, x.after),
                ),
              ),
            ),
          ),
        ),
      ),
    ),
  );
}

/** Opens the chart. */
export const chartButton = () =>
  h(
    'button',
    {
      type: 'button',
      class: 'second',
      onclick: () => {
        state.game.dialog = { type: 'chart' };
        redraw();
      },
    },
    t('web.chart.title'),
  );
