/**
 * The tasks in the interface of Unleash 6.6, by mouse, from its first page. What its open edition
 * does not have is missing.
 */
export const REFERENCE = {
  'turn a feature off in production': async (person) => {
    await opensFeature(person);
    await person.clicksOn(person.page.locator('input[aria-label=production]').first());
    await person.clicksOn(button(person, 'Disable Environment'));
    await person.sees(person.page.locator('input[aria-label=production]:not(:checked)'));
  },
  'find who turned it on': async (person) => {
    await opensFeature(person);
    await person.clicksOn(person.page.getByRole('tab', { name: 'Event log' }));
    await person.sees(/feature-environment-enabled/);
  },
  'create a feature for 25 % of a country': async (person) => {
    await opensProject(person);
    await person.clicksOn(button(person, 'New feature flag'));
    await person.fills(dialog(person).locator('input').first(), 'gift-cards');
    await person.clicksOn(button(person, 'Create feature flag'));
    await person.clicksOn(button(person, 'Add strategy').last());
    await person.clicksAt(person.page.locator('.MuiSlider-root').first(), 0.25);
    await person.clicksOn(person.page.getByRole('tab', { name: /Targeting/ }));
    await person.clicksOn(person.page.getByRole('button', { name: /Add constraint/ }).first());
    await person.clicksOn(person.page.getByRole('combobox').first());
    await person.clicksOn(person.page.getByRole('option', { name: /country/ }));
    await person.fills(person.page.getByLabel('Values'), 'NO');
    await person.clicksOn(button(person, 'Add values'));
    await person.clicksOn(button(person, 'Done'));
    await savesStrategy(person);
    await person.seesEnd('/projects/default/features/gift-cards');
  },
  'add a variant': async (person) => {
    await opensFeature(person);
    await person.clicksOn(person.page.getByText('production', { exact: true }).last());
    await person.clicksOn(person.page.locator('[data-testid^="STRATEGY_EDIT"]').first());
    await person.clicksOn(person.page.getByRole('tab', { name: /Variants/ }));
    await person.clicksOn(button(person, 'Add variant'));
    await person.fills(person.page.getByLabel(/Variant name/).last(), 'green');
    await savesStrategy(person);
    await person.seesEnd('/projects/default/features/checkout');
  },
  'find stale features': async (person) => {
    await person.clicksOn(link(person, 'Search'));
    await person.clicksOn(button(person, 'Add Filter'));
    await person.clicksOn(person.page.getByRole('menuitem', { name: /State/ }));
    await person.clicksOn(person.page.getByText('Stale', { exact: true }).last());
    await person.sees(person.page.getByText('old-basket'));
  },
  'create a token': async (person) => {
    await person.clicksOn(person.page.getByText('Admin', { exact: true }));
    await person.clicksOn(link(person, 'API access'));
    await person.clicksOn(button(person, 'New API token'));
    await person.fills(person.page.locator('main input').first(), 'backend');
    await person.clicksOn(person.page.getByRole('combobox').last());
    await person.clicksOn(person.page.getByRole('option', { name: /production/ }));
    await person.clicksOn(button(person, 'Create token'));
    await person.sees(/token/i);
  },
  'compare two environments': async (person) => {
    await opensFeature(person);
    for (const name of ['development', 'production'])
      await person.clicksOn(person.page.getByText(name, { exact: true }).last());
    await person.sees(/Gradual rollout/);
  },
};

const link = ({ page }, name) => page.getByRole('link', { name, exact: true }).first();
const button = ({ page }, name) => page.getByRole('button', { name, exact: true });
const dialog = ({ page }) => page.getByRole('dialog').last();

/** In production, it asks once more. */
async function savesStrategy(person) {
  await person.clicksOn(button(person, 'Save strategy').first());
  await person.clicksOn(dialog(person).getByRole('button', { name: 'Save strategy' }));
}

async function opensProject(person) {
  await person.clicksOn(link(person, 'Projects'));
  await person.clicksOn(person.page.getByRole('link', { name: /^Default/ }).last());
}

async function opensFeature(person) {
  await opensProject(person);
  await person.clicksOn(person.page.getByRole('row').getByRole('link', { name: 'checkout' }));
}
