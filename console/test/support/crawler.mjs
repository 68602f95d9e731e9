// Presses the buttons of pages one by one, and sends the forms of the dialogs that they open.

const ESCAPES = 3;
/** Buttons that end the session, or open what the system of the browser shows. */
const LEFT_OUT = /^(Sign out|Cancel|Close|Dismiss|Choose a file|Download)/;

/**
 * Presses each kind of button in the content of a page once. `press` gets the button and its name.
 * @param {string} url The address of the page.
 */
export async function pressAll(page, url, press) {
  const pressed = new Set();
  await open(page, url);
  for (let count = 0; count < 100; count++) {
    const next = await nextButton(page, pressed);
    if (!next) return;
    pressed.add(next.kind);
    await press(next.button, next.kind);
    await sendForm(page, (button) => press(button, `${next.kind} › send`));
    await leave(page, url);
  }
}

async function open(page, url) {
  await page.goto(url);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.getByText('Loading…').first().waitFor({ state: 'hidden' });
}

/** Closes what is open, and goes back to the page if the button has led away from it. */
async function leave(page, url) {
  for (let escape = 0; escape < ESCAPES; escape++) {
    if ((await page.getByRole('dialog').count()) === 0) break;
    await page.keyboard.press('Escape');
    await page.waitForTimeout(50);
  }
  if (page.url() !== url || (await page.getByRole('dialog').count()) > 0) await open(page, url);
}

/** The first button of a kind that was not pressed yet; numbers and quoted names do not matter. */
async function nextButton(page, pressed) {
  const buttons = page.locator('main').getByRole('button');
  for (const button of await buttons.all()) {
    const name = await button
      .evaluate((element) => element.getAttribute('aria-label') ?? element.textContent)
      .catch(() => undefined);
    const kind = name?.split(' ').slice(0, 2).join(' ');
    if (!kind || pressed.has(kind) || LEFT_OUT.test(kind)) continue;
    if (!(await button.isVisible()) || !(await button.isEnabled())) continue;
    return { button, kind };
  }
  return undefined;
}

/** Fills what the form of a dialog requires, and sends it. */
async function sendForm(page, press) {
  const dialog = page.getByRole('dialog').last();
  if ((await dialog.count()) === 0) return;
  await dialog.getByText('Loading…').first().waitFor({ state: 'hidden' });
  for (const field of await dialog.locator('input[required], textarea[required]').all()) {
    const isText = await field.evaluate(
      (element) =>
        element instanceof HTMLTextAreaElement ||
        ['text', 'password', 'url', 'email'].includes(element.type),
    );
    if (isText && (await field.isEditable()))
      await field.fill('https://shop.example/Aa1-of-the-test');
  }
  const submit = dialog.locator('button[type=submit], button[aria-disabled=true]').last();
  if ((await submit.count()) > 0 && (await submit.isEnabled())) await press(submit);
}
