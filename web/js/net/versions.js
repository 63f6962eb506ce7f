// What the page does when the server has another version of it.
import { notice, redraw, state } from '../state.js';
import { t } from '../words/text.js';
import { fileAt } from './addresses.js';
import { pauseAfter } from './own.js';

/** Finds out whether the server still has the files of this version: a newer one does not, and is offered then. */
export async function compareVersions() {
  const answer = await fetch(fileAt('files.json'), { method: 'HEAD' }).catch(() => null);
  if (answer?.status !== 404) return;
  state.outdated = true;
  redraw();
}

/**
 * Loads a part of the page where it is used: `later(() => import('…'))`. If it is missing because the server has a
 * newer version, people are told so.
 * @template M @param {() => Promise<M>} load @returns {Promise<M>}
 */
export async function later(load) {
  for (let tries = 0; tries < 3; tries += 1) {
    try {
      return await load();
    } catch {
      await pauseAfter(tries);
    }
  }
  try {
    return await load();
  } catch (problem) {
    await compareVersions();
    if (state.outdated) notice(t('web.new_version'));
    throw problem;
  }
}

/** Loads the newer version while nobody looks, if nothing would be lost: games come back as they were. */
export function reloadUnseen() {
  const { game, dialog, lesson, replay } = state;
  const isBusy = game.sending || game.pick.type !== 'none' || game.dialog || dialog || lesson || replay;
  if (state.outdated && document.hidden && !isBusy) location.reload();
}
