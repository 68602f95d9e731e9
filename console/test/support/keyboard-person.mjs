import assert from 'node:assert/strict';
import { focusSeenFrom } from './focus.mjs';
import { Person } from './person.mjs';

/** More stops than any page of a journey has. */
const MOST_STOPS = 250;
const MOST_OPTIONS = 60;

/** Of these, Tab reaches one of a group, and arrows lead to the others. */
const ARROW_ROLES = new Set(['radio', 'tab', 'menuitem', 'option']);

/** Somebody who uses the keyboard alone, and always has to see where the focus is. */
export class KeyboardPerson extends Person {
  async presses(target) {
    await target.waitFor();
    const role = await roleOf(target);
    if (role === 'option') return this.#choosesOption(target);
    await this.reaches(target, role);
    const key = ['checkbox', 'switch', 'radio'].includes(role) ? 'Space' : 'Enter';
    const isChosen = role === 'radio' && (await target.isChecked()); // Arrows choose already.
    if (!isChosen) await this.page.keyboard.press(key);
  }

  async types(field, text) {
    await field.waitFor();
    await this.reaches(field);
    await this.page.keyboard.press('Control+a');
    // Keys would be typed into date fields in the order of the locale.
    if (/^date/.test(await field.getAttribute('type'))) return field.fill(text);
    if (text === '') return this.page.keyboard.press('Delete');
    await this.page.keyboard.insertText(text);
  }

  async chooses(select, label) {
    const option = select.getByRole('option', { name: label, exact: true });
    await option.first().waitFor({ state: 'attached' }); // Some are read after the select is shown.
    await this.reaches(select);
    const { from, to } = await select.evaluate(
      ({ options, selectedIndex }, label) => ({
        from: selectedIndex,
        to: [...options].findIndex((option) => option.label === label),
      }),
      label,
    );
    assert.notEqual(to, -1, `There is no option ${label}.`);
    for (let at = from; at !== to; at += Math.sign(to - from))
      await this.page.keyboard.press(to > at ? 'ArrowDown' : 'ArrowUp');
  }

  async moves(handle, other) {
    const indexOf = (element) =>
      element.evaluate((it) => {
        const item = it.closest('li');
        return [...item.parentElement.children].indexOf(item);
      });
    const [from, to] = [await indexOf(handle), await indexOf(other)];
    await this.reaches(handle);
    for (let at = from; at !== to; at += Math.sign(to - from))
      await this.page.keyboard.press(to > at ? 'ArrowDown' : 'ArrowUp');
  }

  async commands(text, command) {
    await this.opensSearch();
    await this.page.keyboard.insertText(text);
    await this.presses(this.page.getByRole('option', { name: command }));
  }

  async opensSearch() {
    await this.page.keyboard.press('Control+k');
    await this.page.getByRole('combobox').waitFor();
  }

  async leaves() {
    await this.page.keyboard.press('Tab');
  }

  /** Moves the focus to an element with Tab, and within a group with arrows. */
  async reaches(target, role) {
    role ??= await roleOf(target);
    const arrows = ARROW_ROLES.has(role);
    let element = await target.elementHandle();
    let isFirst = true;
    for (let stop = 0; stop < MOST_STOPS; stop += 1) {
      const focus = await this.#looks(element, isFirst);
      if (focus.isReached) return;
      if (arrows && focus.isInGroup) return this.#reachesByArrows(element, role);
      if (focus.isGone) {
        element = await target.elementHandle(); // Another has taken its place.
        continue;
      }
      await this.page.keyboard.press('Tab');
      isFirst = false;
    }
    assert.fail(`The keyboard does not reach ${target}.`);
  }

  async #reachesByArrows(element, role) {
    for (let stop = 0; stop < MOST_OPTIONS; stop += 1) {
      await this.page.keyboard.press(role === 'tab' ? 'ArrowRight' : 'ArrowDown');
      if ((await this.#looks(element)).isReached) return;
    }
    assert.fail(`Arrows do not reach a ${role}.`);
  }

  /** Options have no focus of their own: the field names the active one. */
  async #choosesOption(option) {
    for (let stop = 0; stop < MOST_OPTIONS; stop += 1) {
      if (await option.evaluate(isActiveOption)) return this.page.keyboard.press('Enter');
      await this.page.keyboard.press('ArrowDown');
    }
    assert.fail(`Arrows do not reach ${option}.`);
  }

  /** Where the focus is, seen from an element. */
  async #looks(target, isFirst = false) {
    const focus = await this.page.evaluate(focusSeenFrom, { target, isFirst });
    if (focus.fault) this.problems.push(`${focus.fault} (${new URL(this.page.url()).pathname})`);
    return focus;
  }
}

const roleOf = (target) =>
  target.evaluate((element) => {
    const type = element instanceof HTMLInputElement ? element.type : '';
    const isChoice = type === 'checkbox' || type === 'radio';
    return element.getAttribute('role') ?? (isChoice ? type : element.localName);
  });

/** Runs in the browser. */
const isActiveOption = (option) => {
  const active = document.activeElement?.getAttribute('aria-activedescendant');
  return option === document.activeElement || (active !== null && active === option.id);
};
