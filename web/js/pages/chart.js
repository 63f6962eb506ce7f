// The scores by round and by source.
import { finalSteps, roundSteps } from '../play/count.js';
import { seatTitle } from '../words/names.js';
import { players, redraw, state } from '../state.js';
import * as text from '../words/text.js';
import { ruleLink } from '../learn/rule.js';
import { h, s } from '../draw/vdom.js';

const { t } = text;

/** One source of points for each part of a column; together they are the score. @param {number} seat */
export function sources(seat) {
  const { table } = state.game;
  /** @type {{name: string, topic: string, points: number, cls: string}[]} */
  const out = [
    { name: t('web.chart.start'), topic: 'score.start', points: table?.rules.start_score ?? 15, cls: 'start' },
  ];
  for (const round of table?.history ?? []) {
    const mine = round.seats.find((x) => x.seat === seat);
    if (mine)
      out.push({
        name: t('score.round', { round: round.round }),
        topic: 'score.round',
        points: mine.after - mine.before,
        cls: `r${round.round}`,
      });
  }
  const end = table?.result?.scoring?.seats.find((x) => x.seat === seat);
  if (end) {
    out.push({ name: t('score.groups'), topic: 'score.groups', points: end.points.groups_total, cls: 'groups' });
    out.push({ name: t('score.jokers'), topic: 'score.jokers', points: end.points.jokers, cls: 'jokers' });
  }
  const sum = out.reduce((a, b) => a + b.points, 0);
  const lost = (players()[seat]?.score ?? sum) - sum;
  if (lost) out.push({ name: t('web.chart.lost'), topic: 'score.lost', points: lost, cls: 'lost' });
  return out;
}

/** A column for each player, a part for each source: what was won stands on the line, what was lost hangs below it. */
export function chart() {
  const all = players().map((p) => {
    const parts = sources(p.seat);
    const won = parts.filter((x) => x.points > 0);
    const lost = parts.filter((x) => x.points < 0);
    const sum = (/** @type {typeof parts} */ of) => of.reduce((a, x) => a + Math.abs(x.points), 0);
    return { seat: p.seat, parts, won, lost, gain: sum(won), loss: sum(lost), score: p.score };
  });
  const most = Math.max(30, ...all.map((x) => x.gain));
  const unit = 132 / (most + Math.max(0, ...all.map((x) => x.loss)));
  const line = 24 + most * unit;
  const wide = 110;
  return h(
    'figure',
    { class: 'chart' },
    s(
      'svg',
      {
        viewBox: `0 0 ${all.length * wide} 190`,
        role: 'img',
        'aria-label': all
          .map((x) => `${seatTitle(x.seat)}: ${x.parts.map((p) => `${p.name} ${p.points}`).join(', ')}`)
          .join('. '),
      },
      all.map((x, i) => {
        const at = i * wide + wide / 2;
        const part = (/** @type {typeof x.parts[number]} */ p, /** @type {number} */ y) =>
          s(
            'rect',
            {
              class: `part ${p.cls}`,
              x: at - 22,
              y,
              width: 44,
              height: Math.max(0, Math.abs(p.points) * unit - 1),
              rx: 2,
              'data-points': p.points,
            },
            s('title', null, `${p.name}: ${text.signed(p.points)}`),
          );
        let up = line;
        let down = line + 1;
        return s(
          'g',
          null,
          x.won.map((p) => part(p, (up -= p.points * unit))),
          x.lost.map((p) => {
            const y = down;
            down -= p.points * unit;
            return part(p, y);
          }),
          s('path', { class: 'line', d: `M${at - 34} ${line}h68` }),
          s(
            'text',
            { class: 'sum', x: at, y: line - x.gain * unit - 6 },
            x.loss ? `${x.gain} − ${x.loss} = ${x.score}` : x.score,
          ),
          s('text', { class: 'who', x: at, y: 182 }, short(seatTitle(x.seat))),
        );
      }),
    ),
    h('figcaption', null, legend(all)),
  );
}

/** @param {string} name */
const short = (name) => (name.length > 14 ? `${name.slice(0, 13)}…` : name);

/** @param {{parts: {name: string, topic: string, cls: string}[]}[]} all */
function legend(all) {
  const seen = new Map();
  for (const { parts } of all) for (const p of parts) seen.set(p.cls, p);
  return [...seen].map(([cls, p]) =>
    h('span', { class: 'key' }, h('i', { class: `part ${cls}` }), ruleLink(p.topic, p.name)),
  );
}

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
