// A position made by hand, as the server would describe it: one seat of ours, one bot.
import './browser.mjs';

/**
 * @typedef {import('../../../crates/wire/wire.js').Choices} Choices
 * @typedef {import('../../../crates/wire/wire.js').AcquireChoice} AcquireChoice
 * @typedef {import('../../../crates/wire/wire.js').PlayerView} PlayerView
 * @typedef {import('../../../crates/wire/wire.js').SlotView} SlotView
 * @typedef {import('../../../crates/wire/wire.js').TableView} TableView
 * @typedef {import('../../types.js').CopyRef} Copy
 */

const { emptyGame, state } = await import('../../js/state.js');

/** @param {number} seat @param {Partial<PlayerView>} [more] @returns {PlayerView} */
export const player = (seat, more = {}) => ({
  seat,
  score: 15,
  passed: false,
  tiles: [],
  expansions: [],
  jokers: 3,
  garden: [],
  outlook: { rounds: [], total: 0 },
  areas: [0, 1, 2, 3, 4, 5].map((area) => ({ area, centre: [0, 0], ground: 'free' })),
  ...more,
});

/** @param {string | number} attribute @param {Copy[][]} takes @param {Partial<AcquireChoice>} [more] */
export const acquire = (attribute, takes, more = {}) =>
  /** @type {AcquireChoice} */ ({ attribute, takes, kinds: [], tile_room: 0, expansion_room: 0, ...more });

/** @param {Partial<Choices>} [more] @returns {Choices} */
export const choices = (more = {}) => ({
  at: 7,
  seat: 0,
  acquire: [],
  place: [],
  expand: [],
  buy: { areas: [], cost: 6, reason: { code: 'supply_empty' } },
  pass: { ends_round: false, marker_cost: 0, only: false, takes_marker: false },
  ...more,
});

/**
 * Opens a table at which it is our turn.
 * @param
 * {{slots?: SlotView[], top?: number, players?: PlayerView[], choices?: Choices, undo?: 'never' | 'last' | 'free',
 *   rival?: 'bot' | 'person', bag?: Record<string, number>}} [how]
 */
export function sit(how = {}) {
  const other =
    how.rival === 'person'
      ? { who: 'person', name: 'Bruno', ready: true, resigned: false, timed_out: false, wants_end: false, seat: 1 }
      : { who: 'bot', level: 'gardener', seat: 1 };
  const me = { who: 'person', name: 'Anna', ready: true, resigned: false, timed_out: false, wants_end: false, seat: 0 };
  const game = emptyGame();
  game.you = { seats: [0], host: true, name: 'Anna' };
  game.table = /** @type {TableView} */ (
    /** @type {unknown} */ ({
      id: 'abcdefghjk',
      name: '',
      number: 7,
      stage: 'playing',
      seats: [me, other],
      history: [],
      fair: { commitment: '' },
      options: { undo: how.undo ?? 'last', hints: false },
      rules: { tile_places: 12, expansion_places: 2, rounds: [[], [], [], []], start_score: 15 },
      state: {
        turn: 0,
        round: 1,
        phase: 'act',
        bag: how.bag ?? { b1: 3 },
        tower: {},
        display: { slots: how.slots ?? [], top: how.top },
        players: how.players ?? [player(0), player(1)],
      },
    })
  );
  game.choices = how.choices ?? choices();
  state.game = game;
  return game;
}

/** Takes down the commands that the page sends. */
export async function line() {
  const act = await import('../../js/play/act.js');
  /** @type {any[]} */
  const sent = [];
  act.useConnection({
    send: async (command) => {
      sent.push(command);
      return { type: 'reply', id: 'x', number: 8 };
    },
  });
  return sent;
}
