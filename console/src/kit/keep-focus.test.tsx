import { MantineProvider, Modal } from '@mantine/core';
import { fireEvent, render, screen } from '@testing-library/react';
import { keepFocus } from './keep-focus';

/** Until changes of the page have been observed. */
const observed = (): Promise<void> => new Promise((done) => setTimeout(done));

const given = () => {
  document.body.innerHTML = '<button id="save">Save</button><button id="other">Other</button>';
  const [save, other] = [...document.querySelectorAll('button')];
  return { save: save!, other: other! };
};

/** What browsers do: a button that becomes disabled has the focus no more. */
const disable = async (button: HTMLButtonElement): Promise<void> => {
  button.blur();
  button.disabled = true;
  await observed();
};

const enable = async (button: HTMLButtonElement): Promise<void> => {
  button.disabled = false;
  await observed();
};

let stop: () => void;
beforeEach(() => {
  stop = keepFocus();
});
afterEach(() => {
  stop();
  document.body.replaceChildren();
});

test('a button that has worked has the focus again', async () => {
  const { save } = given();
  save.focus();
  await disable(save);
  expect(document.activeElement).toBe(document.body);
  await enable(save);
  expect(document.activeElement).toBe(save);
});

test('the focus stays where it was moved in the meantime', async () => {
  const { save, other } = given();
  save.focus();
  await disable(save);
  other.focus();
  await enable(save);
  expect(document.activeElement).toBe(other);
});

test('a button that had no focus does not take it', async () => {
  const { save, other } = given();
  other.focus();
  await disable(save);
  await enable(save);
  expect(document.activeElement).toBe(other);
});

test('after a dialog, the focus is where it was before', async () => {
  const { save } = given();
  save.focus();
  const dialog = openDialog();
  dialog.querySelector('button')!.focus();
  dialog.remove();
  await observed();
  expect(document.activeElement).toBe(save);
});

test('after a dialog that has removed what opened it, the focus is on the page', async () => {
  const { save } = given();
  document.body.insertAdjacentHTML('beforeend', '<main tabindex="-1"></main>');
  save.focus();
  const dialog = openDialog();
  dialog.querySelector('button')!.focus();
  save.remove();
  dialog.remove();
  await observed();
  expect(document.activeElement).toBe(document.querySelector('main'));
});

test('after a dialog above another one, the focus is in the other one', async () => {
  const { save } = given();
  save.focus();
  const below = openDialog();
  below.querySelector('button')!.focus();
  const above = openDialog();
  above.querySelector('button')!.focus();
  above.remove();
  await observed();
  expect(document.activeElement).toBe(below.querySelector('button'));
});

test('what is removed from a page takes the focus with it', async () => {
  const { save, other } = given();
  other.focus();
  save.focus();
  save.remove();
  await observed();
  expect(document.activeElement).toBe(document.body);
});

function openDialog(): HTMLElement {
  const dialog = document.createElement('div');
  dialog.setAttribute('role', 'dialog');
  dialog.innerHTML = '<button>Close</button>';
  document.body.append(dialog);
  return dialog;
}

test('Tab stays in a dialog while the button that had the focus works', async () => {
  document.body.innerHTML =
    '<a href="/">Home</a><div role="dialog" tabindex="-1"><button id="save">Save</button></div>';
  const save = document.querySelector<HTMLButtonElement>('#save')!;
  save.focus();
  await disable(save);
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab', bubbles: true }));
  expect(document.activeElement).toBe(document.querySelector('[role="dialog"]'));
});

test('the focus stays where a second Tab after a date has brought it', async () => {
  render(
    <MantineProvider env="test">
      <Modal opened onClose={() => undefined} title="Create">
        <input type="date" aria-label="Expires" />
        <button>Cancel</button>
        <button>Save</button>
      </Modal>
    </MantineProvider>,
  );
  await observed(); // The dialog has taken the focus.
  const date = screen.getByLabelText('Expires');
  date.focus();
  // The browser moves it, since there is nothing in the way.
  expect(fireEvent.keyDown(date, { key: 'Tab' })).toBe(true);
  const save = screen.getByRole('button', { name: 'Save' });
  save.focus();
  await observed();
  expect(document.activeElement).toBe(save);
});
