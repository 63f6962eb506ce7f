// House rules in the form for a new table: the printed numbers as fields. The server says which of them the game can be
// played with.
import { redraw, state } from '../state.js';
import * as text from '../words/text.js';
import { h } from '../draw/vdom.js';

/** @typedef {import('../../../crates/wire/wire.js').Rules} Rules */

const { t } = text;

const ATTRIBUTES = [...'byglpv', 1, 2, 3, 4, 5, 6];
const FEATURES = /** @type {const} */ (['fountain', 'statue', 'bench', 'pavilion']);
const NUMBERS = /** @type {const} */ ([
  'pavilion_points',
  'start_score',
  'start_jokers',
  'tile_places',
  'expansion_places',
  'tiles_on_top',
  'expansion_price',
  'first_pass_loss',
]);

/** A copy of a side's numbers, to be changed. @param {string} side @returns {Rules | null} */
export function printed(side) {
  const boards = state.about?.boards;
  return boards ? structuredClone(side === 'back' ? boards.back : boards.front) : null;
}

/** The name of a number. @param {string} number as the server names it @returns {string} */
export function numberName(number) {
  const feature = FEATURES.find((f) => number === `jokers.${f}`);
  if (feature) return t('web.rules.jokers', { feature: t(`feature.${feature}`) });
  const size = /^group_bonus(?:\[(\d)\])?$/.exec(number);
  if (size) return size[1] ? t('web.rules.group_bonus', { size: Number(size[1]) + 3 }) : t('score.bonus');
  if (number === 'rounds.points') return t('web.rules.points');
  const key = `web.rules.${number.replace(/\[\d\]$/, '')}`;
  return text.has(key) ? t(key) : number;
}

/** @param {string} name @param {number} value @param {(n: number) => void} set @param {string} [label] */
const number = (name, value, set, label = numberName(name)) =>
  h(
    'div',
    { class: 'field number', key: name },
    h('label', { for: `r-${name}` }, label),
    h('input', {
      id: `r-${name}`,
      type: 'number',
      min: 0,
      max: 255,
      required: true,
      value: String(value),
      oninput: (/** @type {any} */ e) => set(e.target.valueAsNumber),
    }),
  );

/** All numbers as fields. @param {Rules} rules @param {number} seats */
export function rulesForm(rules, seats) {
  return h(
    'fieldset',
    { class: 'rules' },
    h('legend', null, t('web.rules.title')),
    h(
      'div',
      { class: 'wheel-fields' },
      rules.rounds.map((round, r) =>
        h(
          'fieldset',
          { class: 'round', key: `round-${r}` },
          h('legend', null, t('score.round', { round: r + 1 })),
          round.map((scored, i) =>
            h(
              'div',
              { class: 'scored' },
              h(
                'select',
                {
                  id: `r-attribute-${r}-${i}`,
                  'aria-label': `${t('score.round', { round: r + 1 })}, ${i + 1}`,
                  value: String(scored.attribute),
                  onchange: (/** @type {any} */ e) => {
                    scored.attribute = /** @type {any} */ (ATTRIBUTES.find((a) => String(a) === e.target.value));
                    redraw();
                  },
                },
                ATTRIBUTES.map((a) =>
                  h('option', { value: String(a), selected: a === scored.attribute }, text.attribute(a)),
                ),
              ),
              h('input', {
                id: `r-points-${r}-${i}`,
                type: 'number',
                min: 0,
                max: 255,
                required: true,
                'aria-label': `${text.attribute(scored.attribute)}: ${t('web.rules.points')}`,
                value: String(scored.points),
                oninput: (/** @type {any} */ e) => {
                  scored.points = e.target.valueAsNumber;
                },
              }),
            ),
          ),
        ),
      ),
    ),
    h(
      'div',
      { class: 'number-fields' },
      NUMBERS.map((name) =>
        number(name, rules[name], (n) => {
          rules[name] = n;
        }),
      ),
      number(`stack_sizes[${seats - 2}]`, rules.stack_sizes[seats - 2], (n) => {
        rules.stack_sizes[seats - 2] = n;
      }),
      FEATURES.map((f) =>
        number(`jokers.${f}`, rules.jokers[f], (n) => {
          rules.jokers[f] = n;
        }),
      ),
      rules.group_bonus.map((bonus, i) =>
        number(`group_bonus[${i}]`, bonus, (n) => {
          rules.group_bonus[i] = n;
        }),
      ),
    ),
    h(
      'div',
      { class: 'field check' },
      h('input', {
        id: 'r-floor',
        type: 'checkbox',
        checked: rules.floor_at_zero,
        onchange: (/** @type {any} */ e) => {
          rules.floor_at_zero = e.target.checked;
          redraw();
        },
      }),
      h('label', { for: 'r-floor' }, t('web.rules.floor_at_zero')),
    ),
  );
}

/**
 * What the server has against these numbers, in words; nothing if it is something else.
 * @param {any} data @returns {string | null}
 */
export function rulesError(data) {
  if (data?.field !== 'rules') return null;
  if (data.number !== undefined) return t('web.error.rules_range', { ...data, number: numberName(data.number) });
  if (data.attribute !== undefined)
    return t('web.error.rules_twice', { attribute: text.attribute(data.attribute), round: data.round });
  return null;
}
