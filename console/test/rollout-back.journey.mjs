// A rollout that turns itself back: a template, its plan on a feature, a safeguard, and usage that
// crosses its limit.
import assert from 'node:assert/strict';
import { journey } from './support/journey.mjs';
import { clientToken } from './support/sdk.mjs';

const LIMIT = 100;

/** Reports evaluations as an application does. */
async function reportUsage(service, feature) {
  const now = new Date().toISOString();
  const response = await fetch(`${service.url}/api/client/metrics`, {
    method: 'POST',
    headers: {
      Authorization: await clientToken(service),
      'Content-Type': 'application/json',
    },
    body: JSON.stringify({
      ...{ appName: 'shop', instanceId: 'shop-1' },
      bucket: { start: now, stop: now, toggles: { [feature]: { yes: LIMIT + 1, no: 0 } } },
    }),
  });
  assert.equal(response.status, 202);
}

/** Adds a milestone with a gradual rollout to the template that is shown. */
async function addMilestone(person, position, name, percent) {
  await person.presses(person.button('Add a milestone'));
  await person.types(person.page.getByLabel(`Name, Milestone ${position}`), name);
  await person.presses(person.button(`Add a strategy to ${name}`));
  const dialog = person.dialog(`Add a strategy to ${name}`);
  await person.types(person.field('Share of users, Percent', dialog), percent);
  if (position === 1) await person.examines();
  await person.presses(person.button('Apply', dialog));
  await person.sees(person.page.getByText(`${percent}% of users`));
}

/** Creates a template with two milestones. */
async function createTemplate(person, name) {
  await person.signsIn({ path: '/release-plan-templates' });
  await person.examines();
  await person.presses(person.button('Create a template'));
  const creation = person.dialog('Create a template');
  await person.types(person.field('Name', creation), name);
  await person.examines();
  await person.presses(person.button('Create', creation));
  await person.heading(name).waitFor();
  await addMilestone(person, 1, 'Few', '10');
  await addMilestone(person, 2, 'Everybody', '100');
  await person.examines();
  await person.presses(person.button('Save the template'));
  await person.sees(`${name}: saved.`);
  await person.sees(person.link(name));
}

/** Sets a limit on the evaluations of the last hour. */
async function addSafeguard(person) {
  await person.presses(person.button('Add a safeguard in production'));
  const dialog = person.dialog('Add a safeguard in production');
  await person.types(person.field('Limit', dialog), String(LIMIT));
  await person.examines();
  await person.presses(person.button('Add a safeguard', dialog));
  await person.sees(
    `Goes back if the number of evaluations in the last hour is more than ${LIMIT}.`,
  );
}

journey('a rollout that turns itself back', async ({ person, service, named }) => {
  const [checkout, template] = [named('checkout'), named('Slowly')];
  const path = `/projects/default/features/${checkout}`;
  const plans = `${path}/environments/production/release-plans`;
  await service.call('POST', '/projects/default/features', { name: checkout });
  await createTemplate(person, template);

  await person.opens(`${path}?section=plans`);
  await person.presses(person.button('Add a release plan in production'));
  const addition = person.dialog('Add a release plan in production');
  await person.chooses(person.field('Template', addition), template);
  await person.examines();
  await person.presses(person.button('Add a release plan', addition));
  await person.sees('No milestone has started yet.');
  await service.call('POST', `${path}/environments/production/on`);
  await person.sees('Few started, because the feature was turned on.');
  await addSafeguard(person);
  await person.presses(person.button('Start Everybody in production'));
  const start = person.dialog('Start Everybody in production');
  await person.examines();
  await person.presses(person.button('Start', start));
  await person.sees('Everybody is started.');
  await person.sees('Milestone 2 of 2');
  await person.examines();

  await reportUsage(service, checkout);
  await person.sees('A safeguard went back to Few.');
  await person.sees('The plan is paused');
  await person.sees('Milestone 1 of 2');
  await person.examines();
  const [plan] = await service.call('GET', plans);
  assert.equal(plan.activeMilestoneId, plan.milestones[0].id);

  await person.presses(person.link('Environments', person.page.locator('main')));
  await person.sees('10% of users');
  await person.examines();
  await person.presses(person.link('History'));
  await person.sees(person.page.getByText('Release plan paused'));
  await person.examines();
});
