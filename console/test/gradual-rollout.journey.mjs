// A gradual rollout: a segment, a share of its users, a constraint and variants; then the
// playground and an application give the same answer.
import assert from 'node:assert/strict';
import { journey } from './support/journey.mjs';
import { clientToken, connect } from './support/sdk.mjs';

const STAFF = { userId: '7', properties: {} };
const PAYLOAD = '{"color": "green"}';

journey('rolls a feature out to a segment, with variants', async ({ person, service, named }) => {
  const [banner, staff] = [named('banner'), named('staff')];
  const feature = `/projects/default/features/${banner}`;
  await service.call('POST', '/projects/default/features', { name: banner });

  await person.signsIn({ path: '/segments' });
  await person.presses(person.button('Create a segment').first());
  const creation = person.dialog('Create a segment');
  await person.types(creation.getByLabel('Name'), staff);
  await addUserIds(person, creation, '7, 8, 9');
  await person.examines();
  await person.presses(person.button('Create', creation));
  await person.sees(person.page.getByRole('row', { name: new RegExp(staff) }));
  await person.examines();

  await person.opens(feature);
  const production = person.page
    .getByRole('list', { name: `Environments of ${banner}` })
    .getByRole('listitem')
    .filter({ has: person.page.getByRole('switch', { name: 'production' }) });
  await person.presses(person.button('Add a strategy', production));
  const editor = person.dialog('Add a strategy in production');
  await person.examines();
  await setShare(person, editor, 90);
  await person.chooses(editor.getByLabel('Stickiness').first(), 'userId');
  await person.types(editor.getByLabel('Title'), 'Staff first');
  await addUserIds(person, editor, '7, 9');
  await person.presses(editor.getByRole('checkbox', { name: staff }));
  await addVariants(person, editor);
  await person.examines();
  await person.presses(person.button('Add a strategy', editor));
  await person.sees('Added Staff first.');
  await person.sees(production.getByText('90% of users by userId'));
  await person.sees(production.getByText(`Segment ${staff}`));
  await person.sees(production.getByText('green: 30%'));
  await person.examines();
  await service.call('POST', `${feature}/environments/production/on`);

  const context = encodeURIComponent(JSON.stringify({ userId: '7,8' }));
  await person.opens(`/playground?environments=production&context=${context}`);
  await person.presses(person.button(`Why: ${banner}`));
  const why = person.page.getByRole('region', { name: 'production' });
  await person.sees(why.getByText('userId is one of 7, 9 – it is 8'));
  await person.examines();

  const sdk = await connect(service, { token: await clientToken(service), appName: named('shop') });
  try {
    assert.equal(sdk.isEnabled(banner, { userId: '8' }), false, 'The constraint leaves 8 out.');
    const variant = sdk.variantOf(banner, STAFF);
    const isOn = sdk.isEnabled(banner, STAFF);
    const [result] = await playground(service, banner, STAFF.userId);
    assert.equal(result.isEnabled, isOn);
    assert.equal(result.variant.name, isOn ? variant.name : 'disabled');
    if (variant.name === 'green') assert.equal(variant.payload.value, PAYLOAD);
  } finally {
    sdk.close();
  }
  const saved = await service.call('GET', `${feature}/environments/production`);
  assert.deepEqual(
    saved.strategies[0].variants.map(({ name, weight, payload }) => [name, weight, payload?.value]),
    [
      ['green', 300, PAYLOAD],
      ['red', 700, undefined],
    ],
  );
});

async function addUserIds(person, dialog, ids) {
  await person.presses(person.button('Add a constraint', dialog));
  const constraint = dialog.getByRole('group', { name: 'Constraint 1' });
  await person.types(constraint.getByLabel('Values'), ids);
}

/** Moves the slider to its end by keys, and enters the exact share. */
async function setShare(person, editor, percent) {
  const slider = editor.getByRole('slider', { name: 'Share of users' });
  await slider.focus();
  await person.page.keyboard.press('Home');
  assert.equal(await slider.inputValue(), '0');
  await person.types(editor.getByLabel('Share of users, Percent'), String(percent));
  assert.equal(await slider.inputValue(), String(percent));
}

async function addVariants(person, editor) {
  const variant = (position) => editor.getByRole('group', { name: `Variant ${position}` });
  for (const [position, name] of [
    [1, 'green'],
    [2, 'red'],
  ]) {
    await person.presses(person.button('Add a variant', editor));
    await person.types(variant(position).getByLabel('Name'), name);
  }
  await person.chooses(variant(1).getByLabel('Weight'), 'fixed');
  await person.types(variant(1).getByLabel('Percent'), '30');
  await person.chooses(variant(1).getByLabel('Payload'), 'JSON');
  await person.types(variant(1).getByLabel('Value'), '{"color"');
  await person.sees(editor.getByText(/This is not JSON/));
  await person.types(variant(1).getByLabel('Value'), PAYLOAD);
}

async function playground(service, feature, userId) {
  const { features } = await service.call('POST', '/playground/advanced', {
    environments: ['production'],
    projects: '*',
    context: { appName: 'journey', userId },
  });
  return features.find(({ name }) => name === feature).environments.production;
}
