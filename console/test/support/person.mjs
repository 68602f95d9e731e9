import assert from 'node:assert/strict';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { overflows, PASSWORD, violations } from './browser.mjs';

/** How many positions of the pointer a page hears of while something is dragged. */
const DRAG_STEPS = 12;

/** Somebody at the console, with a mouse on a desktop and a finger on a phone. */
export class Person {
  #pictures = 0;

  constructor(page, { url, id }) {
    this.page = page;
    this.url = url;
    this.id = id;
    this.isOnPhone = page.viewportSize().width < 600;
  }

  /** What has gone wrong in the browser. */
  get problems() {
    return this.page.problems;
  }

  button(name, within = this.page) {
    return within.getByRole('button', { name, exact: true });
  }

  link(name, within = this.page) {
    return within.getByRole('link', { name, exact: true });
  }

  /** A field by its label, which a star follows when the field is required. */
  field(label, within = this.page) {
    return within.getByLabel(new RegExp(`^${escaped(label)}( \\*)?$`));
  }

  heading(name) {
    return this.page.getByRole('heading', { name, exact: true });
  }

  dialog(name) {
    return this.page.getByRole('dialog', { name, exact: true });
  }

  /** Opens a page by its address. */
  async opens(path) {
    await this.page.goto(this.url + path);
  }

  async signsIn({ username = 'admin', password = PASSWORD, path = '/' } = {}) {
    await this.opens(path);
    await this.entersPassword({ username, password });
    await this.page.getByRole('heading', { level: 1 }).filter({ hasNotText: 'Sign in' }).waitFor();
  }

  /** Fills the form of the sign-in, and sends it. */
  async entersPassword({ username = 'admin', password = PASSWORD } = {}) {
    await this.types(this.field('User name or e-mail address'), username);
    await this.types(this.field('Password'), password);
    await this.presses(this.button('Sign in'));
  }

  /** Presses a button, follows a link, or changes a checkbox or a switch. */
  async presses(target) {
    await target.waitFor();
    const seen = await visibleOf(target);
    // What is not permitted can be pressed, and says why not; Playwright would wait until it is.
    const force = (await target.getAttribute('aria-disabled')) === 'true';
    await (this.isOnPhone ? seen.tap({ force }) : seen.click({ force }));
  }

  /** Ticks a box, unless it is ticked already. */
  async ticks(box) {
    await box.waitFor();
    if (!(await box.isChecked())) await this.presses(box);
  }

  /** Replaces what a field contains. */
  async types(field, text) {
    await this.presses(field);
    await field.fill(text);
  }

  /** Chooses an option of a select element by its label. */
  async chooses(select, label) {
    await select.selectOption({ label });
  }

  /** Types letters into a field that suggests options, chooses one, and leaves the field. */
  async picks(field, option) {
    const suggestion = this.page.getByRole('option', { name: option, exact: true });
    await this.types(field, option);
    await this.presses(suggestion);
    await this.leaves();
    // What holds suggestions fades away after them, and is outside all landmarks until then. It may
    // be another element than before, since the service is asked again for each letter.
    await this.seesNoMore(
      this.page.locator('[role="presentation"][data-position]').filter({ visible: true }),
    );
  }

  /** Presses beside a field, which closes its suggestions. */
  async leaves() {
    await this.presses(this.page.getByRole('heading').last());
  }

  /** Moves an item of a list by its handle to where another item is, with the mouse or a finger. */
  async moves(handle, other) {
    const from = await middleOf(handle);
    const { y, height } = await other.boundingBox();
    const to = { x: from.x, y: from.y < y ? y + height - 4 : y + 4 };
    const pointer = this.isOnPhone ? await fingerOn(this.page) : this.page.mouse;
    await pointer.move(from.x, from.y);
    await pointer.down();
    for (let step = 1; step <= DRAG_STEPS; step += 1)
      await pointer.move(to.x, from.y + ((to.y - from.y) * step) / DRAG_STEPS);
    await pointer.up();
  }

  /** Opens the search, types, and runs the command that is named. */
  async commands(text, command) {
    await this.opensSearch();
    await this.page.getByRole('combobox').fill(text);
    await this.presses(this.page.getByRole('option', { name: command }));
  }

  async opensSearch() {
    await this.presses(this.page.getByRole('banner').getByRole('button', { name: /^Search/ }));
    await this.page.getByRole('combobox').waitFor();
  }

  /** Goes to a page of the main navigation. */
  async goesTo(name) {
    if (this.isOnPhone) await this.presses(this.button('Menu'));
    await this.presses(this.link(name, this.page.getByRole('navigation', { name: 'Main' })));
    await this.page.getByRole('heading', { level: 1, name }).waitFor();
  }

  async signsOut() {
    await this.presses(this.page.getByRole('banner').locator('summary'));
    await this.presses(this.button('Sign out'));
    await this.heading('Sign in').waitFor();
  }

  /** Waits for a text, or for an element. */
  async sees(what) {
    await (typeof what === 'string' ? this.page.getByText(what) : what).first().waitFor();
  }

  /** Waits until a text or an element has gone. */
  async seesNoMore(what) {
    const element = typeof what === 'string' ? this.page.getByText(what) : what;
    await element.first().waitFor({ state: 'hidden' });
  }

  /** Requires that the page is accessible and not wider than the screen. */
  async examines() {
    await this.takesPicture();
    assert.deepEqual(await violations(this.page), [], `axe on ${this.page.url()}`);
    assert.equal(await overflows(this.page), false, `${this.page.url()} is too wide`);
  }

  /** Saves a picture in the folder that JOURNEY_PICTURES names. */
  async takesPicture() {
    const folder = process.env.JOURNEY_PICTURES;
    if (!folder) return;
    this.#pictures += 1;
    const name = `${this.id}-${String(this.#pictures).padStart(2, '0')}.png`;
    await this.page.screenshot({ path: join(folder, name), fullPage: true });
  }

  /** Adds to an error where it has happened, and a picture. */
  async reportFailure(error) {
    const path = join(await mkdtemp(join(tmpdir(), 'console-failure-')), `${this.id}.png`);
    await this.page.screenshot({ path }).catch(() => undefined);
    const problems = this.problems.map((problem) => `\n  ${problem}`).join('');
    error.message += `\n  at ${this.page.url()}, see ${path}${problems}`;
  }
}

async function middleOf(element) {
  await element.scrollIntoViewIfNeeded();
  const { x, y, width, height } = await element.boundingBox();
  return { x: x + width / 2, y: y + height / 2 };
}

/** A finger with the methods of Playwright's mouse. */
async function fingerOn(page) {
  const input = await page.context().newCDPSession(page);
  let at = { x: 0, y: 0 };
  let isDown = false;
  const send = (type, touchPoints) => input.send('Input.dispatchTouchEvent', { type, touchPoints });
  return {
    async move(x, y) {
      at = { x, y };
      if (isDown) await send('touchMove', [at]);
    },
    async down() {
      isDown = true;
      await send('touchStart', [at]);
    },
    async up() {
      await send('touchEnd', []);
      await input.detach();
    },
  };
}

const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** What people see of an input: some are invisible and lie in or below their label. */
async function visibleOf(target) {
  const isSeen = await target.evaluate((element) => {
    element.scrollIntoView({ block: 'nearest' });
    const { x, y, width, height } = element.getBoundingClientRect();
    const top = document.elementFromPoint(x + width / 2, y + height / 2);
    return !element.matches('input') || (width > 4 && element.contains(top));
  });
  return isSeen ? target : target.locator('xpath=..');
}
