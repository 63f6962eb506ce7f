// What a person likes, kept in this browser.

/**
 * @typedef {'system' | 'light' | 'dark'} ThemeChoice
 * @typedef {{language: string, theme: ThemeChoice, pace: number, confirm: boolean, numerals: boolean}} Settings
 */

/** Milliseconds that each move of the others is shown for; 0 skips them. */
export const PACES = [2400, 1300, 650, 0];

/** @type {Settings} */
const DEFAULTS = { language: '', theme: 'system', pace: 1, confirm: true, numerals: true };

/** @type {Settings} */
export const settings = { ...DEFAULTS };

try {
  Object.assign(settings, JSON.parse(localStorage.getItem('quinta.settings') ?? '{}'));
} catch {
  // A browser that keeps nothing, or nonsense in it: the defaults do.
}

/** Shows the settings on the page. */
export function apply() {
  const dark = settings.theme === 'dark' || (settings.theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
  document.documentElement.dataset.numerals = settings.numerals ? 'on' : 'off';
}

/** Changes settings and keeps them. @param {Partial<Settings>} changes */
export function change(changes) {
  Object.assign(settings, changes);
  try {
    localStorage.setItem('quinta.settings', JSON.stringify(settings));
  } catch {
    // They last until the page is left.
  }
  apply();
}

/** Whether things may move. */
export const stillness = () => matchMedia('(prefers-reduced-motion: reduce)').matches || settings.pace === 3;

matchMedia('(prefers-color-scheme: dark)').addEventListener('change', apply);
