import assert from 'node:assert/strict';
import { faultOfFocus } from './focus.mjs';
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
    for (let stop = 0; stop < MOST_STOPS; stop += 1) {
      if (await hasFocus(target)) return this.#checkFocus();
      if (arrows && (await isInGroup(target))) return this.#reachesByArrows(target);
      await this.page.keyboard.press('Tab');
      await this.#checkFocus();
    }
    assert.fail(`The keyboard does not reach ${target}.`);
  }

  async #reachesByArrows(target) {
    for (let stop = 0; stop < MOST_OPTIONS; stop += 1) {
      if (await hasFocus(target)) return;
      const isRow = (await roleOf(target)) === 'tab';
      await this.page.keyboard.press(isRow ? 'ArrowRight' : 'ArrowDown');
      await this.#checkFocus();
    }
    assert.fail(`Arrows do not reach ${target}.`);
  }

  /** Options have no focus of their own: the field names the active one. */
  async #choosesOption(option) {
    for (let stop = 0; stop < MOST_OPTIONS; stop += 1) {
      if (await option.evaluate(isActiveOption)) return this.page.keyboard.press('Enter');
      await this.page.keyboard.press('ArrowDown');
    }
    assert.fail(`Arrows do not reach ${option}.`);
  }

  async #checkFocus() {
    const fault = await this.page.evaluate(faultOfFocus);
    if (fault) this.problems.push(`${fault} (${new URL(this.page.url()).pathname})`);
  }
}

const hasFocus = (target) => target.evaluate((element) => element === document.activeElement);

const roleOf = (target) =>
  target.evaluate((element) => {
    const type = element instanceof HTMLInputElement ? element.type : '';
    const isChoice = type === 'checkbox' || type === 'radio';
    return element.getAttribute('role') ?? (isChoice ? type : element.localName);
  });

/** Whether the focus is in the same group of radio buttons, tabs or menu items. */
const isInGroup = (target) =>
  target.evaluate((element) => {
    const { activeElement } = document;
    if (element instanceof HTMLInputElement)
      return activeElement instanceof HTMLInputElement && activeElement.name === element.name;
    return !!activeElement?.closest('[role=tablist], [role=menu]')?.contains(element);
  });

/** Runs in the browser. */
const isActiveOption = (option) => {
  const active = document.activeElement?.getAttribute('aria-activedescendant');
  return option === document.activeElement || (active !== null && active === option.id);
};
