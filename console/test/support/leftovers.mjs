/** Timers of browsers: what starts them, and what stops them. */
const TIMERS = {
  setTimeout: 'clearTimeout',
  setInterval: 'clearInterval',
  requestAnimationFrame: 'cancelAnimationFrame',
};
/** Lines of a stack: the first two name the error and this file. */
const FRAMES = [2, 8];

/** Finds and removes what a test file has left in the window that all files of a worker share. */
export class Leftovers {
  #window;
  /** The timers that have not fired, and where each was started. */
  #timers = new Map();
  #properties;

  constructor(window) {
    this.#window = window;
    for (const [start, stop] of Object.entries(TIMERS)) this.#watch(start, stop);
    this.#properties = [window, window.navigator].map((object) => ({
      object,
      before: Object.getOwnPropertyDescriptors(object),
    }));
  }

  /** Resets the window. @throws If there are timers or elements, which tests must remove. */
  async clear() {
    await new Promise((resolve) => setTimeout(resolve, 1)); // Timers of 0 ms fire now.
    const found = [...this.#timers.values()].map(
      ({ name, error }) =>
        `${name}\n${error.stack
          .split('\n')
          .slice(...FRAMES)
          .join('\n')}`,
    );
    for (const { stop } of this.#timers.values()) stop();
    const { document, localStorage, sessionStorage, history } = this.#window;
    if (document.body.innerHTML) found.push(document.body.innerHTML);
    document.body.replaceChildren();
    for (const element of [document.documentElement, document.body])
      for (const name of element.getAttributeNames()) element.removeAttribute(name);
    localStorage.clear();
    sessionStorage.clear();
    history.replaceState(null, '', '/');
    for (const { object, before } of this.#properties) restore(object, before);
    if (found.length > 0) throw new Error(`The test file leaves behind:\n${found.join('\n')}`);
  }

  #watch(name, nameOfStop) {
    const window = this.#window;
    const start = window[name];
    const stop = window[nameOfStop];
    window[name] = (callback, ...rest) => {
      const run = (...all) => {
        if (name !== 'setInterval') this.#timers.delete(id);
        callback(...all);
      };
      const id = start.call(window, run, ...rest);
      this.#timers.set(id, { name, error: new Error(), stop: () => window[nameOfStop](id) });
      return id;
    };
    window[nameOfStop] = (id) => {
      this.#timers.delete(id);
      stop.call(window, id);
    };
  }
}

/** Gives an object the properties that it had, and no others. */
function restore(object, before) {
  for (const key of Reflect.ownKeys(object)) {
    if (!(key in before)) delete object[key];
    else if (object[key] !== before[key].value && 'value' in before[key])
      Object.defineProperty(object, key, before[key]);
  }
}
