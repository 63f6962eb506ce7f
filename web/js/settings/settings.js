// The settings, kept in this browser.

/**
 * @typedef {'system' | 'light' | 'dark'} ThemeChoice
 * @typedef {'always' | 'final' | 'never'} Confirm when a move is confirmed; final: when it cannot be taken back
 * @typedef {{
 *   language: string, theme: ThemeChoice, contrast: 'system' | 'normal' | 'high', size: 1 | 2 | 3,
 *   numerals: 'first' | 'on' | 'off', marks: boolean, motion: 'normal' | 'quick' | 'none', pace: number,
 *   sounds: boolean, confirmPeople: Confirm, confirmBots: Confirm, notify: boolean, level: string,
 *   adviser: import('../../../crates/wire/wire.js').BotLevel, coach: 'first' | 'always' | 'never',
 * }} Settings
 */

/** Milliseconds that each move of the others is shown for; 0 skips them. */
export const PACES = [2400, 1300, 650, 0];

/** In this many first games the numerals are shown. */
const FIRST_GAMES = 3;

/** @type {Readonly<Settings>} */
const DEFAULTS = {
  language: '',
  theme: 'system',
  contrast: 'system',
  size: 1,
  numerals: 'on',
  marks: true,
  motion: 'normal',
  pace: 1,
  sounds: false,
  confirmPeople: 'always',
  confirmBots: 'final',
  notify: false,
  level: 'sprout',
  adviser: 'architect',
  coach: 'first',
};

/** @type {Settings} */
export const settings = { ...DEFAULTS };

/** @param {string} key @param {any} otherwise */
function kept(key, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') ?? otherwise;
  } catch {
    // Unreadable, or storage is not available.
    return otherwise;
  }
}

/** @param {string} key @param {any} value */
function keep(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Without storage it lasts until the page is left.
  }
}

// Unknown settings and values of another type are ignored.
for (const [key, value] of Object.entries(kept('quinta.settings', {}))) {
  if (key in DEFAULTS && typeof value === typeof DEFAULTS[/** @type {keyof Settings} */ (key)])
    Object.assign(settings, { [key]: value });
}

const dark = matchMedia('(prefers-color-scheme: dark)');
const contrast = matchMedia('(prefers-contrast: more)');
const still = matchMedia('(prefers-reduced-motion: reduce)');

/** The games played in this browser, as far as they matter. @type {string[]} */
let games = kept('quinta.games', []);

/** Remembers that we play in this game. @param {string} table */
export function played(table) {
  if (games.includes(table) || games.length > FIRST_GAMES) return;
  games = [...games, table];
  keep('quinta.games', games);
  apply();
}

/**
 * The games that were removed from the lists, each with the last that had happened in it.
 * @type {Record<string, number>}
 */
let away = kept('quinta.hidden', {});

/** Whether a game was removed, and nothing has happened in it since. @param {string} table @param {number} last */
export const hidden = (table, last) => away[table] === last;

/** Removes a game from the lists. @param {string} table @param {number} last */
export function hide(table, last) {
  away = { ...away, [table]: last };
  keep('quinta.hidden', away);
}

/** Brings all removed games back. */
export function unhide() {
  away = {};
  keep('quinta.hidden', away);
}

/** Whether these are someone's first games. */
export const isNew = () => games.length <= FIRST_GAMES;

const numerals = () => settings.numerals === 'on' || (settings.numerals === 'first' && isNew());

/** Whether a coach is wanted in games against bots. */
export const coaches = () => settings.coach === 'always' || (settings.coach === 'first' && isNew());

/** Applies the settings to the page. */
export function apply() {
  const on = document.documentElement.dataset;
  on.theme = settings.theme === 'dark' || (settings.theme === 'system' && dark.matches) ? 'dark' : 'light';
  on.contrast =
    settings.contrast === 'high' || (settings.contrast === 'system' && contrast.matches) ? 'high' : 'normal';
  on.size = String(settings.size);
  on.numerals = numerals() ? 'on' : 'off';
  on.marks = settings.marks ? 'on' : 'off';
  on.motion = stillness() ? 'none' : settings.motion;
}

/** Changes settings and keeps them. @param {Partial<Settings>} changes */
export function change(changes) {
  Object.assign(settings, changes);
  keep('quinta.settings', settings);
  apply();
}

/** Restores the defaults, except for the language. */
export const reset = () => change({ ...DEFAULTS, language: settings.language });

/** Whether the system asks for reduced motion. */
export const calmSystem = () => still.matches;

/** Whether nothing may move. */
export const stillness = () => still.matches || settings.motion === 'none';

/** How much longer or shorter a flight takes than usual. */
export const haste = () => (settings.motion === 'quick' ? 0.5 : 1);

for (const question of [dark, contrast, still]) question.addEventListener('change', apply);
