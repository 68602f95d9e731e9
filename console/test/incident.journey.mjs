// An incident: a change by somebody else is found, looked at, undone, and its delivery followed.
import assert from 'node:assert/strict';
import { journey } from './support/journey.mjs';
import { connect, clientToken } from './support/sdk.mjs';

journey('finds and undoes what somebody else has changed', { isAlone: true }, async (way) => {
  const { person, service, named } = way;
  const checkout = named('checkout');
  const feature = `/projects/default/features/${checkout}`;
  const at = `${feature}/environments/production`;
  await service.call('POST', '/projects/default/features', { name: checkout });
  await service.call('POST', `${at}/on`);
  const { strategies } = await service.call('GET', at);
  const [{ id, name, parameters }] = strategies;
  const sdk = await connect(service, { token: await clientToken(service), appName: named('shop') });
  try {
    assert.equal(sdk.isEnabled(checkout), true);
    await service.call('PUT', `${at}/strategies/${id}`, {
      name,
      parameters: { ...parameters, rollout: '0' },
    });
    await sdk.until(() => !sdk.isEnabled(checkout));

    await person.signsIn({ path: `/audit?feature=${checkout}` });
    const [{ id: event }] = await newestEvents(service, checkout);
    await person.presses(person.button(`Details of event ${event}`));
    const changed = person.page.getByRole('row', { name: /^parameters › rollout .*100 .*0$/ });
    await person.sees(changed);
    await person.examines();

    await person.presses(person.link('The feature before this event'));
    await person.sees('100% of users');
    const changes = person.page.getByRole('region', { name: 'What has changed since' });
    await person.sees(changes.getByRole('row', { name: /rollout .*100 .*0$/ }));
    await person.examines();

    await person.presses(person.link('History'));
    await person.sees(person.link(`State before event ${event}`));
    await person.examines();
    await person.presses(
      person.page.getByRole('button', { name: new RegExp(`, event ${event}$`) }),
    );
    const dialog = person.page.getByRole('dialog');
    await person.sees(dialog.getByText('What undoing does'));
    await person.sees(dialog.getByRole('row', { name: /^parameters › rollout .*0 .*100$/ }));
    await person.examines();
    await person.presses(person.button('Undo', dialog));
    await person.sees(person.page.getByText(/^Undone: /));
    await sdk.until(() => sdk.isEnabled(checkout));

    await person.presses(person.link('Usage'));
    await person.presses(person.link('Delivery'));
    const production = person.page.getByRole('region', { name: 'production' });
    await person.sees(production.getByText('The connected SDK instance has it.'));
    await person.sees(
      production.getByRole('row', { name: new RegExp(`^${named('shop')} .*1 of 1`) }),
    );
    await person.examines();
  } finally {
    sdk.close();
  }
});

async function newestEvents(service, feature) {
  return (await service.call('GET', `/search/events?feature=IS:${feature}`)).events;
}
