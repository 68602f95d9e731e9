/** An element that has had the focus, and the dialog in which it was. */
interface Stop {
  element: HTMLElement;
  dialog: Element | null;
}

const DIALOG = '[role="dialog"]';
const MOST_STOPS = 10;
const isDisabled = (element: Element): boolean => element.matches(':disabled');

/**
 * Keeps the focus where browsers lose it: on a button that is disabled while it works, and where it
 * was before a dialog that has closed. Without it, the keyboard begins at the top of the page. And
 * keeps it where a fast Tab has brought it.
 */
export function keepFocus(): () => void {
  let stops: readonly Stop[] = [];
  let working: HTMLElement | undefined;
  const remember = ({ target }: FocusEvent): void => {
    const element = target as HTMLElement;
    stops = [...stops.slice(1 - MOST_STOPS), { element, dialog: element.closest(DIALOG) }];
    working = undefined;
  };
  const restore = (): void => {
    const last = stops.at(-1);
    if (!last) return;
    const { element, dialog } = last;
    if (element.isConnected && isDisabled(element)) working = element;
    else if (document.activeElement !== document.body) return;
    else if (element.isConnected) {
      if (element === working) element.focus();
    } else if (dialog) stopBefore(stops)?.focus({ preventScroll: true });
  };
  // Otherwise the next Tab would go to the page behind the dialog in which a button works.
  const stayInside = ({ key }: KeyboardEvent): void => {
    if (key === 'Tab' && document.activeElement === document.body) openDialog()?.focus();
  };
  // Mantine keeps Tab in a dialog. In a field with parts, such as a date, it looks only a moment
  // later where the focus is, and moves it back when a second Tab was faster: from "Create" to
  // "Cancel". Such a field is never the first or last of a dialog, so the browser needs no help.
  const leaveParts = (event: KeyboardEvent): void => {
    const { key, target } = event;
    const hasParts = target instanceof HTMLInputElement && target.type.startsWith('date');
    if (key === 'Tab' && hasParts) event.stopPropagation();
  };
  const observer = new MutationObserver(restore);
  const changes = { childList: true, subtree: true, attributes: true };
  observer.observe(document.body, { ...changes, attributeFilter: ['disabled'] });
  document.addEventListener('focusin', remember);
  document.addEventListener('keydown', stayInside);
  document.addEventListener('keydown', leaveParts, { capture: true });
  return () => {
    observer.disconnect();
    document.removeEventListener('focusin', remember);
    document.removeEventListener('keydown', stayInside);
    document.removeEventListener('keydown', leaveParts, { capture: true });
  };
}

/** The dialog in front of all others. */
const openDialog = (): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>(DIALOG)].at(-1);

/** The last stop that is still there: in the open dialog, or else on the page. */
function stopBefore(stops: readonly Stop[]): HTMLElement | null | undefined {
  const open = openDialog();
  const left = stops.findLast(
    ({ element, dialog }) =>
      element.isConnected && !isDisabled(element) && dialog === (open ?? null),
  );
  return left?.element ?? (open ? undefined : document.querySelector<HTMLElement>('main'));
}
