// The one sentence of the action bar.
import { gains } from '../a11y/labels.js';
import { seatName, seatTitle } from './names.js';
import { phone, touch } from '../draw/screen.js';
import { reveals } from '../play/take.js';
import { mySeats, players, state } from '../state.js';
import * as text from './text.js';

const { t } = text;

/** What a pass with the chosen discards would lose. */
export function discardLoss() {
  const { pick, choices } = state.game;
  if (pick.type !== 'pass' || !choices) return 0;
  const me = players()[choices.seat];
  const kinds = [...pick.tiles.map((i) => me.tiles[i]), ...pick.expansions.map((i) => me.expansions[i])];
  const cost = kinds.reduce((sum, k) => sum + Number(k?.[1] ?? 0), 0) + choices.pass.marker_cost;
  return Math.min(cost, choices.pass.most_loss ?? cost);
}

/** What there is to do now, as a text's key. @param {import('../../types.js').Choices} choices */
function idle({ acquire, place, expand, buy }) {
  const take = acquire.some((a) => !a.reason && a.takes.length > 0);
  const build =
    place.some((p) => !p.reason && p.cells.length > 0) || expand.some((p) => !p.reason && p.spots.length > 0);
  if (!take && !build && !buy.reason) return 'web.say.idle_none';
  if (!take) return 'web.say.idle_place';
  if (!build) return 'web.say.idle_take';
  return phone.matches || touch.matches ? 'web.say.idle_touch' : 'web.say.idle';
}

/** What is seen after taking this, in words. @param {import('../../types.js').CopyRef[]} take @returns {string[]} */
export function afterwards(take) {
  const { draws, ends, turns } = reveals(take);
  return [
    draws ? t('web.then.draw') : '',
    ends ? t('web.then.end') : '',
    turns ? t('web.then.turn', { n: turns }) : '',
  ].filter(Boolean);
}

/**
 * What a placement would bring, as a line.
 * @param {{rounds: number, groups: number, jokers: number}} of @param {string} kind
 */
const line = (of, kind) => text.capital(gains(of, kind).join(' · '));

/** What there is to say; beside a hint that is still picked, why. @returns {{main: string, more?: string}} */
export function sentence() {
  const { advice, pick } = state.game;
  const says = situation();
  return advice && advice.pick === pick ? { ...says, more: advice.words } : says;
}

/** @returns {{main: string, more?: string}} */
function situation() {
  const g = state.game;
  const { table, pick, choices, following } = g;
  if (!table?.state) return { main: '' };
  if (g.waiting > 0 && following) return { main: following.text };
  if (table.stage === 'over') return over();
  if (!choices || g.sending) return waiting();
  const hot = mySeats().length > 1;
  const kind = 'kind' in pick ? text.kind(pick.kind) : '';
  const cost = 'kind' in pick ? Number(pick.kind[1]) : 0;
  switch (pick.type) {
    case 'none':
      if (choices.pass.only) return { main: t('web.say.only_pass') };
      return {
        main: hot ? t('web.say.turn_of', { name: seatName(choices.seat) }) : t('turn.yours'),
        more: t(idle(choices)),
      };
    case 'offer':
      return { main: t('web.say.look', { kind }), more: t('web.say.look_more') };
    case 'acquire':
      return {
        main: t('web.say.acquire', { attribute: text.attribute(pick.attribute) }),
        more: [
          `${text.capital(text.list(pick.take.map((c) => text.thing(c.kind, c.whole))))}.`,
          ...afterwards(pick.take),
        ].join(' '),
      };
    case 'place': {
      const choice = choices.place.find((p) => p.kind === pick.kind);
      if (!pick.cell)
        return {
          main: t('web.say.place', { kind }),
          more: choice?.reason || cost === 1 ? undefined : t('web.say.cost', { n: cost - 1, cost }),
        };
      const at = choice?.cells.find((c) => c.cell[0] === pick.cell?.[0] && c.cell[1] === pick.cell?.[1]);
      return { main: t('web.say.place_here', { kind }), more: at ? line(at.preview, pick.kind) : undefined };
    }
    case 'expand': {
      const choice = choices.expand.find((p) => p.kind === pick.kind);
      if (pick.area === null)
        return {
          main: t('web.say.expand', { kind }),
          more: choice?.reason || cost === 1 ? undefined : t('web.say.cost', { n: cost - 1, cost }),
        };
      const at = choice?.spots.find((x) => x.area === pick.area && x.petal === pick.petal);
      return { main: t('web.say.expand_here', { kind }), more: at ? line(at.preview, pick.kind) : t('web.say.turn') };
    }
    case 'buy':
      return { main: t('web.say.buy', { n: choices.buy.cost }), more: t('action.buy.hint', { n: choices.buy.cost }) };
    case 'pass': {
      const loss = discardLoss();
      const what = choices.pass.takes_marker
        ? t(state.game.table?.state?.round === 4 ? 'web.say.pass_first_end' : 'web.say.pass_first', {
            n: choices.pass.marker_cost,
          })
        : choices.pass.ends_round
          ? t('web.say.pass_last')
          : t('web.say.pass_more');
      return { main: loss ? t('web.say.pass_loss', { n: loss }) : t('web.say.pass'), more: what };
    }
    default:
      return { main: '' };
  }
}

function waiting() {
  const { table, presence, sending } = state.game;
  const turn = table?.state?.turn ?? 0;
  if (sending) return { main: t('web.sending') };
  if (presence?.thinking.includes(turn)) return { main: t('web.say.thinking', { name: seatTitle(turn) }) };
  const seats = mySeats();
  return {
    main: seats.length === 1 && seats[0] === turn ? t('turn.yours') : t('turn.other', { name: seatTitle(turn) }),
    more: mySeats().length === 0 ? t('web.say.watching') : undefined,
  };
}

function over() {
  const { table } = state.game;
  const result = table?.result;
  if (!result || result.winners.length === 0) return { main: t('web.result.agreed') };
  if (result.reason === 'resigned') {
    const gone = table.seats.flatMap((x) => (x.who === 'person' && x.resigned ? [seatName(x.seat)] : []));
    return { main: t('web.result.resigned', { who: text.list(gone), name: text.list(result.winners.map(seatName)) }) };
  }
  const n = players()[result.winners[0]]?.score ?? 0;
  return {
    main:
      result.winners.length > 1
        ? t('result.tie', { names: text.list(result.winners.map(seatName)), n })
        : t('result.win', { name: seatName(result.winners[0]), n }),
  };
}
