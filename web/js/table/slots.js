// Parts of the table that most games do without: each is loaded where it is used, and leaves here how it is drawn.

/** @typedef {() => import('../draw/vdom.js').Kid} Draws */

/**
 * `lesson`: what a lesson asks for. `advice`: what else a hint found. `round`: the coach about a round that is counted.
 * `question`: the coach about the move that was just put together. `chapter`: what to learn after a lost game.
 * @type {Partial<Record<'lesson' | 'advice' | 'round' | 'question' | 'chapter', Draws>>}
 */
export const parts = {};
