// Handing a game from this tab to the server, where it goes on: on another device, or watched by others.
import { ask } from '../net/api.js';
import { problemOf } from '../net/refusal.js';
import { Refusal } from '../net/refusal.js';
import { announce } from '../a11y/live.js';
import { notice } from '../state.js';
import * as store from '../tab/store.js';
import { errorText } from '../words/refusal.js';

/** Hands a game over. Nothing happens in it meanwhile, so the server has all of it. @param {string} id */
async function hand(id) {
  if (!(await store.handing(id))) throw new Refusal({ code: 'handing', message: 'it is on its way already' });
  try {
    const { address } = await ask('POST /api/handed', { id, log: await store.read(id) });
    await store.handed(id, address);
    return address;
  } catch (problem) {
    await store.handed(id);
    throw problem;
  }
}

/** Hands a game over, and goes where it is then. @param {string} id */
export async function handOver(id) {
  try {
    const address = await hand(id);
    // Other tabs that have it open go there too.
    new BroadcastChannel('quinta').postMessage({ id, handed: address });
    location.replace(address);
  } catch (problem) {
    const words = errorText(problemOf(problem));
    announce(words);
    notice(words);
  }
}
