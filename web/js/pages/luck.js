// Whether luck was fair, in words: a line at the end of a game, and a sheet with all that can be said of it.
import { announce } from '../a11y/live.js';
import { h } from '../draw/vdom.js';
import { isHere } from '../net/addresses.js';
import { notice, redraw, state } from '../state.js';
import { t } from '../words/text.js';

/** What the check found, as the end of a text's key. @param {import('./fair.js').Verdict} fair */
function found({ wrong, fresh, seen }) {
  if (wrong) return wrong;
  if (fresh) return 'fresh';
  return { us: 'good', link: 'linked', nobody: 'unseen' }[seen];
}

/** Good and bad are sure; the rest is neither. @param {import('./fair.js').Verdict} fair */
function grade(fair) {
  if (fair.wrong) return 'bad';
  return !fair.fresh && fair.seen !== 'nobody' ? 'good' : 'open';
}

/** Whether it was dealt on a player's own machine. */
const ownMachine = () => {
  const { table } = state.game;
  return Boolean(table && (isHere(table.id) || table.fair.tab !== undefined));
};

/** @param {import('./fair.js').Verdict} fair */
const glyph = (fair) => {
  const sign = { good: 'yes', bad: 'no', open: '' }[grade(fair)];
  return sign ? h('span', { class: `glyph ${sign}`, 'aria-hidden': 'true' }) : null;
};

/** The line at the end of a game. */
export function luckLine() {
  const { fair, table } = state.game;
  if (table?.stage !== 'over') return null;
  if (!fair) return table.fair.seed ? h('p', { class: 'note' }, t('web.fair.unknown')) : null;
  const own = ownMachine();
  const open = () => {
    state.game.dialog = { type: 'luck' };
    redraw();
  };
  return [
    h(
      'p',
      { class: `fair ${grade(fair)}`, title: grade(fair) === 'good' && !own ? t('web.fair.more') : null },
      glyph(fair),
      t(`web.fair.${found(fair)}`),
      ' ',
      h('button', { type: 'button', class: 'details', onclick: open }, t('web.fair.details')),
    ),
    // What that proves where the table was a player's own machine.
    own ? h('p', { class: 'note small' }, t('web.tab.fair')) : null,
  ];
}

/** The sheet: the commitment to compare with, and what the check says. */
export function luckSheet() {
  const { fair, table, notice: said } = state.game;
  if (!table) return null;
  const { commitment } = table.fair;
  const copy = async () => {
    await navigator.clipboard?.writeText(commitment);
    notice(t('web.fair.copied'));
    announce(t('web.fair.copied'));
  };
  return h(
    'div',
    { class: 'luck' },
    fair ? h('p', { class: `fair ${grade(fair)}` }, glyph(fair), t(`web.fair.${found(fair)}`)) : null,
    ownMachine() ? h('p', null, t('web.tab.fair')) : null,
    h('p', { class: 'whole' }, t('result.commitment', { commitment })),
    h('div', { class: 'buttons' }, h('button', { type: 'button', class: 'main', onclick: copy }, t('web.fair.copy'))),
    said ? h('p', { class: 'note' }, said) : null,
    h('p', { class: 'note small' }, t('web.fair.compare')),
  );
}
