// The cards of camera and tile sets: they come along when somebody opens their tab, for nobody needs them while a deal is played.

/** @type {{ cameraView: typeof import("./camera_view.js").cameraView, tileSetsView: typeof import("./tile_sets_view.js").tileSetsView } | null} */
let cards = null;
let isComing = false;
let redraw = () => {};

/** @param {() => void} onLoaded called once the cards can be drawn */
export function onEyesCards(onLoaded) {
  redraw = onLoaded;
}

/** The cards, null while they are on their way; where the table does not answer, they are asked for again. */
export function eyesCards() {
  if (cards === null && !isComing) load();
  return cards;
}

async function load() {
  isComing = true;
  try {
    const [{ cameraView }, { tileSetsView }] = await Promise.all([import("./camera_view.js"), import("./tile_sets_view.js")]);
    cards = { cameraView, tileSetsView };
    redraw();
  } catch {
    // The banner says that the table does not answer.
  } finally {
    isComing = false;
  }
}
