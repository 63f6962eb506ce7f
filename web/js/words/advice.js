// A bot's reasons in words.
import { seatName } from './names.js';
import * as text from './text.js';

const { t } = text;

/** One reason. @param {import('../../types.js').Why} why */
export function reason(why) {
  switch (why.code) {
    case 'group': {
      const { size, points } = why;
      return t('web.why.group', { attribute: text.attribute(why.attribute), size, points: text.signed(points) });
    }
    case 'pair':
      return t('web.why.pair', { attribute: text.attribute(why.attribute) });
    case 'surrounds':
      return t('web.why.surrounds', {
        feature: t(`feature.${why.feature}`),
        jokers: t('web.gain.jokers', { n: why.jokers }),
      });
    case 'rounds':
      return t('web.gain.rounds', { n: why.points });
    case 'spaces':
      return t('web.why.spaces', { n: why.spaces });
    case 'affords':
      return t('web.why.affords', { kind: text.kind(why.kind) });
    case 'takes':
      return t('web.why.takes', { n: why.hexagons });
    case 'denies':
      return t('web.why.denies', { name: seatName(why.seat), points: text.signed(-why.points) });
    case 'makes_room':
      return t('web.why.makes_room', { n: why.places });
    case 'costs':
      return t('web.why.costs', { n: why.points });
    default:
      return t(`web.why.${why.code}`);
  }
}

/**
 * All that speaks for a move and against it, as a line.
 * @param {Pick<import('../../types.js').Advice, 'sure' | 'why'>} advice
 */
export function reasons({ sure, why }) {
  const chance = typeof sure === 'number' ? [t('web.advice.sure', { percent: sure })] : [];
  return [text.capital(why.map(reason).join(' · ')), ...chance].filter(Boolean).join(' · ');
}
