// Slots of the table for what only some games show. Modules that are loaded later put into them what is drawn there.

/** @typedef {() => import('../draw/vdom.js').Kid} Draws */

/**
 * `lesson`: what a lesson asks for. `advice`: what else a hint found. `round`: the coach about a round that is counted.
 * `question`: the coach about the move that was just put together. `chapter`: what to learn after a lost game.
 * @type {Partial<Record<'lesson' | 'advice' | 'round' | 'question' | 'chapter', Draws>>}
 */
export const slots = {};
