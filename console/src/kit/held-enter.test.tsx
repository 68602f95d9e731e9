import { ignoreHeldEnter } from './held-enter';

const press = (element: Element, repeat: boolean): boolean =>
  element.dispatchEvent(
    new KeyboardEvent('keydown', { key: 'Enter', repeat, bubbles: true, cancelable: true }),
  );

let stop: () => void;
beforeEach(() => {
  stop = ignoreHeldEnter();
  document.body.innerHTML =
    '<button id="outside"></button>' +
    '<div role="dialog"><button id="confirm"></button><textarea id="text"></textarea></div>';
});
afterEach(() => {
  stop();
  document.body.replaceChildren();
});

test.each([
  ['a button of a dialog is not pressed by Enter that is held', '#confirm', true, false],
  ['but by Enter', '#confirm', false, true],
  ['lines of a text can be added with it', '#text', true, true],
  ['outside of dialogs it stays as it is', '#outside', true, true],
])('%s', (_, selector, repeat, isPressed) => {
  expect(press(document.querySelector(selector)!, repeat)).toBe(isPressed);
});
