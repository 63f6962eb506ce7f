// A lesson at the real table. Each action goes to the server with all those before it, and the answer is shown like a
// table's. Only this browser keeps the progress.
import { ask } from '../net/api.js';
import { problemOf } from '../net/refusal.js';
import { useConnection } from '../play/act.js';
import { announce } from '../a11y/live.js';
import { redraw, state } from '../state.js';
import { t } from '../words/text.js';
import { actionsOf, keepActions, markDone } from './progress.js';

/**
 * @typedef {import('../../../crates/wire/wire.js').ServerMessage} ServerMessage
 * @typedef {import('../../../crates/wire/wire.js').LessonView} LessonView
 * @typedef {import('../../types.js').Action} Action
 */

/** Handles a table's messages. @type {(m: ServerMessage) => void} */
let hear = () => {};

/** The learner's seat. */
const LEARNER = 0;

const ACTIONS = ['acquired', 'placed', 'expanded', 'bought', 'passed'];

/** What is asked for, in words. */
export const task = () => (state.lesson ? t(`lesson.${state.lesson.name}.text`) : '');

/** @param {string} name @param {Action[]} actions */
const asked = (name, actions) => ask('POST /api/lessons/{id}', { actions }, { id: name });

/** Shows a lesson as it stands, all at once. @param {LessonView} view */
function show(view) {
  if (!state.lesson) return;
  state.lesson.done = view.done;
  state.game.events = [];
  state.game.table = null;
  hear({
    type: 'snapshot',
    version: 1,
    you: { name: state.me?.name ?? '', seats: [LEARNER], host: false },
    presence: { connected: [LEARNER], thinking: [], gone: [], left: [], watchers: 0 },
    table: view.table,
    events: view.events,
    choices: view.choices,
  });
  announce(`${t(`lesson.${view.name}.title`)}. ${task()}`);
}

/** Shows what an action led to: each action of anybody for itself. @param {LessonView} view */
function follow(view) {
  const known = state.game.events.length;
  /** @type {LessonView['events'][]} */
  const parts = [];
  for (const event of view.events.slice(known)) {
    const last = parts[parts.length - 1];
    if (!last || ACTIONS.includes(event.event.type)) parts.push([event]);
    else last.push(event);
  }
  for (const events of parts) hear({ type: 'update', events, table: view.table });
  if (view.choices) hear({ type: 'choices', ...view.choices });
}

/** @param {import('../../types.js').Command} command @returns {Promise<import('../net/socket.js').Answer>} */
async function send(command) {
  const course = state.lesson;
  if (!course || command.type !== 'act') return { type: 'reply', id: '', number: 0 };
  const actions = [...course.actions, command.action];
  try {
    const view = await asked(course.name, actions);
    course.actions = actions;
    keepActions(course.name, actions);
    if (view.done && !course.done) {
      markDone(course.name);
      announce(t('lesson.done'));
    }
    course.done = view.done;
    follow(view);
    return { type: 'reply', id: '', number: view.table.number };
  } catch (e) {
    return { type: 'refused', error: problemOf(e) };
  }
}

/** Begins the lesson anew. */
export async function again() {
  const course = state.lesson;
  if (!course) return;
  course.actions = [];
  keepActions(course.name, []);
  show(await asked(course.name, []));
  redraw();
}

/** Opens a lesson where it was left. @param {string} name @param {(m: ServerMessage) => void} how */
export async function openLesson(name, how) {
  hear = how;
  const { lessons } = await ask('GET /api/lessons');
  const at = lessons.findIndex((x) => x.name === name);
  if (at < 0) {
    state.game.missing = true;
    redraw();
    return;
  }
  useConnection({ send });
  const kept = actionsOf(name);
  state.lesson = { ...lessons[at], at, all: lessons, actions: kept, done: false };
  try {
    show(await asked(name, kept));
  } catch {
    // What was kept is of another version of the lesson.
    await again();
  }
}
