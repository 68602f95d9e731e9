// First start to first flag: what a new instance shows, until an application reads a feature.
import assert from 'node:assert/strict';
import { journey } from './support/journey.mjs';

const FEATURE = 'checkout';
const TOKEN = 'shop';

/** Leaves nothing of an earlier run: the journey begins with an empty instance. */
async function empty({ call }) {
  const { features } = await call('GET', '/search/features');
  for (const { project, name } of features) {
    await call('DELETE', `/projects/${project}/features/${name}`);
    await call('DELETE', `/archive/${name}`);
  }
  const { tokens } = await call('GET', '/api-tokens');
  for (const { id, type } of tokens)
    if (type !== 'admin') await call('DELETE', `/api-tokens/${id}`);
}

journey('first start to first flag', { isAlone: true }, async ({ person, service }) => {
  await empty(service);
  const steps = person.page.getByRole('region', { name: 'First steps' });
  const next = steps.locator('[aria-current=step]');

  await person.opens('/');
  await person.sees(person.heading('Sign in'));
  await person.examines();
  await person.entersPassword();
  await person.sees(next.getByText('Create a feature'));
  await person.examines();

  await person.presses(person.link('Create the first feature'));
  await person.types(person.field('Name'), FEATURE);
  await person.sees('This name is free.');
  await person.examines();
  await person.presses(person.button('Create feature'));
  await person.sees(person.heading(FEATURE));

  await person.goesTo('Features');
  await person.sees(next.getByText('Turn it on'));
  await person.examines();
  await person.presses(person.link(`Open ${FEATURE}`));
  await person.presses(person.page.getByRole('switch', { name: 'development' }));
  await person.sees(`${FEATURE} is on in development.`);
  await person.examines();

  await person.goesTo('Features');
  await person.sees(next.getByText('Create a token'));
  await person.presses(person.button('Create a token'));
  const form = person.dialog('Create a token');
  await person.types(person.field('Name', form), TOKEN);
  await person.chooses(person.field('Environment', form), 'development');
  await person.examines();
  await person.presses(person.button('Create', form));
  const secret = await person.field('Secret of the token').textContent();
  const dialog = person.dialog(`The token ${TOKEN}`);
  await person.sees(dialog.getByText(`isEnabled('${FEATURE}'`));
  const snippet = await dialog.getByLabel('Snippet for Node.js', { exact: true }).textContent();
  for (const part of [secret, `${person.url}/api/`]) assert.ok(snippet.includes(part), snippet);
  await person.examines();
  await person.presses(person.button('I have saved it'));

  await person.sees(next.getByText('Connect your application'));
  await person.sees(next.getByLabel('Snippet for Node.js', { exact: true }));
  await person.examines();
  assert.deepEqual(await featuresThatAreOn(service, secret), [FEATURE]);
  await person.seesNoMore(steps);
  await person.sees(person.page.getByRole('switch', { name: `${FEATURE} in development` }));
});

/** What an application with this token reads. */
async function featuresThatAreOn({ url }, secret) {
  const response = await fetch(`${url}/api/client/features`, {
    headers: { Authorization: secret },
  });
  const { features } = await response.json();
  return features.filter(({ enabled }) => enabled).map(({ name }) => name);
}
