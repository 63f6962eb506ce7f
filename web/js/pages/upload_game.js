// Uploads a game from this browser to the server, where it goes on: on another device, or watched by others.
import { ask } from '../net/api.js';
import { Refusal, problemOf } from '../net/refusal.js';
import { announce } from '../a11y/live.js';
import { notice } from '../state.js';
import * as store from '../tab/store.js';
import { errorText } from '../words/refusal.js';

/** Uploads a game. It takes no moves meanwhile, so that the server has all of them. @param {string} id */
async function upload(id) {
  if (!(await store.beginUpload(id))) throw new Refusal({ code: 'handing', message: 'it is on its way already' });
  try {
    const { address } = await ask('POST /api/handed', { id, log: await store.read(id) });
    await store.endUpload(id, address);
    return address;
  } catch (problem) {
    await store.endUpload(id);
    throw problem;
  }
}

/** Uploads a game, and goes to its new address. @param {string} id */
export async function uploadGame(id) {
  try {
    const address = await upload(id);
    // Other tabs that have it open go there too.
    new BroadcastChannel('quinta').postMessage({ id, handed: address });
    location.replace(address);
  } catch (problem) {
    const words = errorText(problemOf(problem));
    announce(words);
    notice(words);
  }
}
