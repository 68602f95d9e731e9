/** The keystroke-level model of Card, Moran and Newell: what a practised person takes for each. */
const KEY_MS = 200;
/** Moving the hand to the pointer is left out, the way of the pointer is in it. */
const CLICK_MS = 1_300;
/** After this, a page that was opened reads nothing more. */
const QUIET_MS = 1_500;

/** Somebody at an interface, whose clicks, keystrokes, bytes and waiting are counted. */
export class CountedPerson {
  clicks = 0;
  keys = 0;
  bytes = 0;

  /** @param {import('playwright-core').Page} page */
  constructor(page) {
    this.page = page;
  }

  /** Opens a page without a cache, waits until it is quiet, and counts from then on. */
  async begins(url) {
    const network = await this.page.context().newCDPSession(this.page);
    await network.send('Network.enable');
    network.on('Network.dataReceived', ({ encodedDataLength }) => {
      this.bytes += encodedDataLength;
    });
    await this.page.goto(url);
    await this.page.waitForTimeout(QUIET_MS);
    this.first = this.bytes;
    Object.assign(this, { clicks: 0, keys: 0, bytes: 0, since: Date.now() });
  }

  async clicksOn(target) {
    await target.click();
    this.clicks += 1;
  }

  /** Clicks at a part of a slider, from 0 to 1. */
  async clicksAt(slider, part) {
    const { width, height } = await slider.boundingBox();
    await slider.click({ position: { x: width * part, y: height / 2 } });
    this.clicks += 1;
  }

  /** Types into the field that has the focus. */
  async types(text) {
    await this.page.keyboard.type(text);
    this.keys += text.length;
  }

  /** Presses a key, or several at once. */
  async presses(key) {
    await this.page.keyboard.press(key);
    this.keys += key.split('+').length;
  }

  /** Clicks into a field, and types instead of what it contains. */
  async fills(field, text) {
    await this.clicksOn(field);
    await this.page.keyboard.press('Control+a');
    await this.types(text);
  }

  /** Chooses from a select element: one click opens it, one chooses. */
  async chooses(select, label) {
    await select.selectOption({ label });
    this.clicks += 2;
  }

  /** Waits for a text or an element. */
  sees(target) {
    const isText = typeof target === 'string' || target instanceof RegExp;
    return (isText ? this.page.getByText(target) : target).first().waitFor();
  }

  /** Waits until the address ends like this. */
  seesEnd(path) {
    return this.page.waitForURL(({ pathname }) => pathname.endsWith(path));
  }

  /** What was counted since the beginning. */
  get total() {
    const waited = Date.now() - this.since;
    const { clicks, keys, bytes } = this;
    return { clicks, keys, seconds: (clicks * CLICK_MS + keys * KEY_MS + waited) / 1_000, bytes };
  }
}
