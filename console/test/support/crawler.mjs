// Presses the buttons of pages one by one, and sends the forms of the dialogs that they open.

const ESCAPES = 3;
/** A machine that is busy with something else makes a reaction slow once, but not always. */
const ATTEMPTS = 3;
/** Kinds of buttons that end the session, are answered by the browser itself, or are dragged. */
const LEFT_OUT = /^(Sign out|Cancel|Close|Dismiss|Choose a$|JSON|CSV|Signed|Move )/;

/**
 * Presses each kind of button in the content of a page once, and again while `press` returns false.
 * It gets the button, its name, and whether this is the last attempt.
 * @param {string} url The address of the page.
 */
export async function pressAll(page, url, press) {
  const pressed = new Set();
  await open(page, url);
  for (let count = 0; count < 100; count++) {
    const next = await nextButton(page, pressed);
    if (!next) return;
    pressed.add(next.kind);
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      if (next.menu && !(await next.button.isVisible())) await next.menu.click();
      const isRight = await press(next.button, next.kind, attempt === ATTEMPTS);
      const isSent = await sendForm(page, (button) =>
        press(button, `${next.kind} › send`, attempt === ATTEMPTS),
      );
      await leave(page, url);
      if (isRight && isSent) break;
    }
  }
}

async function open(page, url) {
  await page.goto(url);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.getByText('Loading…').first().waitFor({ state: 'hidden' });
}

/** Closes what is open, and goes back to the page if the button has led away from it. */
async function leave(page, url) {
  for (const message of await page.getByRole('button', { name: 'Dismiss' }).all())
    await message.click({ timeout: 1_000 }).catch(() => undefined); // It has gone by itself.
  for (let escape = 0; escape < ESCAPES; escape++) {
    if ((await page.locator('[role=dialog], [role=menu]').count()) === 0) break;
    await page.keyboard.press('Escape');
    await page.waitForTimeout(50);
  }
  if (page.url() !== url || (await page.getByRole('dialog').count()) > 0) await open(page, url);
}

/** The first button, or else entry of a menu, of a kind that was not pressed yet. */
async function nextButton(page, pressed) {
  const content = page.locator('main');
  const found = await firstOf(content.locator('button, input[role=switch]'), pressed);
  if (found) return found;
  for (const menu of await content.locator('button[aria-haspopup=menu]').all()) {
    await menu.click();
    const entry = await firstOf(page.getByRole('menuitem'), pressed);
    if (entry) return { ...entry, menu };
    await page.keyboard.press('Escape');
  }
  return undefined;
}

/** The first of a kind that was not pressed yet; numbers and quoted names do not matter. */
async function firstOf(buttons, pressed) {
  for (const button of await buttons.all()) {
    const name = await button
      .evaluate(
        (element) =>
          element.getAttribute('aria-label') || element.closest('label, button').textContent,
      )
      .catch(() => undefined);
    const kind = name?.split(' ').slice(0, 2).join(' ');
    if (!kind || pressed.has(kind) || LEFT_OUT.test(kind)) continue;
    if (!(await button.isVisible()) || (await isDisabled(button))) continue;
    return { button, kind };
  }
  return undefined;
}

/** Fills what the form of a dialog requires, and sends it. */
async function sendForm(page, press) {
  const dialog = page.getByRole('dialog').last();
  if ((await dialog.count()) === 0) return true;
  await dialog.getByText('Loading…').first().waitFor({ state: 'hidden' });
  const fields = dialog.locator('input[required], textarea[required]');
  const editable = await fields.evaluateAll((elements) =>
    elements.map(
      (element) =>
        !element.disabled &&
        !element.readOnly &&
        (element instanceof HTMLTextAreaElement ||
          ['text', 'password', 'url', 'email'].includes(element.type)),
    ),
  );
  for (const [n, isEditable] of editable.entries())
    if (isEditable)
      await fields
        .nth(n)
        .fill('https://shop.example/Aa1-of-the-test', { timeout: 1_000 })
        .catch(() => undefined); // The dialog has closed by itself.
  const submit = dialog.locator('button[type=submit], button[aria-disabled=true]').last();
  if ((await submit.count()) === 0 || (await isDisabled(submit))) return true;
  return press(submit);
}

/** Whether a button cannot be pressed; with `aria-disabled` it can, and says why not. */
const isDisabled = (button) => button.evaluate((element) => element.disabled);
