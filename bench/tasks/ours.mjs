/** The ten tasks in the console of this service, each from its first page, by mouse. */
export const OURS = {
  'turn a feature off in production': async (person) => {
    await person.clicksOn(link(person, 'Features'));
    await person.clicksOn(itsSwitch(person));
    await person.clicksOn(button(person, 'Turn off in production'));
    await person.sees('checkout is off in production.');
  },
  'the same by keyboard': async (person) => {
    await person.presses('Control+k');
    await person.types('check');
    const command = person.page.getByRole('option', { name: 'Turn off checkout in production' });
    await person.sees(command);
    while ((await command.getAttribute('aria-selected')) !== 'true')
      await person.presses('ArrowDown');
    await person.presses('Enter');
    await person.sees(button(person, 'Turn off in production'));
    await person.presses('Enter');
    await person.sees('checkout is off in production.');
  },
  'find who turned it on': async (person) => {
    await person.clicksOn(link(person, 'Features'));
    await person.clicksOn(link(person, 'checkout'));
    await person.clicksOn(link(person, 'History'));
    await person.sees(/turned on|enabled/i);
  },
  'create a feature for 25 % of a country': async (person) => {
    await person.clicksOn(link(person, 'New feature'));
    await person.fills(person.page.getByLabel('Name'), 'gift-cards');
    await person.clicksOn(button(person, 'Create feature'));
    await person.clicksOn(button(person, 'Add a strategy').first());
    await person.fills(person.page.getByLabel('Share of users, Percent'), '25');
    await person.clicksOn(button(person, 'Add a constraint'));
    const constraint = person.page.getByRole('group', { name: 'Constraint 1' });
    await person.chooses(constraint.getByLabel('Context field'), 'country');
    await person.fills(constraint.getByLabel('Values'), 'NO');
    await person.clicksOn(dialog(person).getByRole('button', { name: 'Add a strategy' }));
    await person.sees('country is one of NO');
  },
  'add a variant': async (person) => {
    await person.clicksOn(link(person, 'Features'));
    await person.clicksOn(link(person, 'checkout'));
    await person.clicksOn(link(person, 'Variants'));
    await person.clicksOn(button(person, 'Edit for all environments'));
    await person.clicksOn(button(person, 'Add a variant'));
    await person.clicksOn(button(person, 'Save'));
    await person.sees('Saved the variants.');
  },
  'find stale features': async (person) => {
    await person.clicksOn(link(person, 'Features'));
    await person.clicksOn(button(person, 'Filters'));
    await person.chooses(person.page.getByLabel('State'), 'Stale');
    await person.sees(link(person, 'old-basket'));
  },
  'give a person a role in a project': async (person) => {
    await person.clicksOn(link(person, 'Projects'));
    await person.clicksOn(link(person, 'Default'));
    await person.clicksOn(link(person, 'Access'));
    await person.clicksOn(button(person, 'Give access'));
    await picks(person, 'Users', 'anna');
    await picks(person, 'Roles', 'Member');
    await person.clicksOn(dialog(person).getByRole('button', { name: 'Give access' }));
    await person.sees('Access is given.');
  },
  'create a token': async (person) => {
    await person.clicksOn(link(person, 'Administration'));
    await person.clicksOn(link(person, 'API tokens'));
    await person.clicksOn(button(person, 'Create a token').first());
    await person.fills(dialog(person).getByLabel('Name'), 'backend');
    await person.chooses(dialog(person).getByLabel('Environment'), 'production');
    await person.clicksOn(button(person, 'Create'));
    await person.sees(person.page.getByLabel('Secret of the token', { exact: true }));
  },
  'schedule a switch': async (person) => {
    await person.clicksOn(link(person, 'Features'));
    await person.clicksOn(link(person, 'checkout'));
    await person.clicksOn(link(person, 'Schedules and plans'));
    await person.clicksOn(button(person, 'Schedule a change').first());
    await person.chooses(dialog(person).getByLabel('Environment'), 'production');
    await dialog(person).getByLabel('Time').fill(inTwoDays());
    person.keys += 12;
    await person.clicksOn(dialog(person).getByRole('button', { name: 'Schedule a change' }));
    await person.sees('The change is scheduled.');
  },
  'compare two environments': async (person) => {
    await person.clicksOn(link(person, 'Features'));
    await person.clicksOn(link(person, 'checkout'));
    await person.clicksOn(link(person, 'Compare'));
    await person.sees(/difference/);
  },
  'undo the last change': async (person) => {
    await person.clicksOn(link(person, 'Features'));
    await person.clicksOn(link(person, 'checkout'));
    await person.clicksOn(link(person, 'History'));
    await person.clicksOn(person.page.getByRole('button', { name: /^Undo/ }).first());
    await person.clicksOn(dialog(person).getByRole('button', { name: /^Undo/ }));
    await person.sees(/^Undone/);
  },
};

const link = ({ page }, name) => page.getByRole('link', { name, exact: true }).first();
const button = ({ page }, name) => page.getByRole('button', { name, exact: true });
const option = ({ page }, name) => page.getByRole('option', { name, exact: true });
const dialog = ({ page }) => page.getByRole('dialog');
const itsSwitch = ({ page }) => page.getByRole('switch', { name: 'checkout in production' });

async function picks(person, label, name) {
  await person.clicksOn(dialog(person).getByRole('combobox', { name: label }));
  await person.types(name);
  await person.clicksOn(option(person, name));
  await person.page.keyboard.press('Tab');
}

const inTwoDays = () => new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 16);
