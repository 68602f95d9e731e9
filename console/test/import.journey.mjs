// Moving from Unleash: a file of its export is checked, what is missing is created, and the
// features are there.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { journey } from './support/journey.mjs';

const EXPORT = new URL('unleash-export.json', import.meta.url);

journey('imports features of an Unleash export', async ({ person, service, named }) => {
  const [checkout, express, segment] = ['new-checkout', 'express-payment', 'beta-users'].map(named);
  const project = named('shop');
  await service.call('POST', '/projects', { id: project, name: project });
  const file = await exportOf({ checkout, express, segment });
  const check = async () => {
    await person.presses(person.button('Check the file'));
  };

  await person.signsIn({ path: '/import-export' });
  await person.chooses(person.field('Into this project'), project);
  await person.chooses(person.field('Strategies and states into this environment'), 'production');
  await chooseFile(person, file);
  await check();
  await person.sees('Problems that prevent the import');
  await person.sees(segment);
  await person.examines();
  const importing = person.button(`Import 2 features into ${project}`);
  assert.equal(await importing.isDisabled(), true);
  assert.deepEqual(await featuresOf(service, project), []);

  await service.call('POST', '/segments', { name: segment, constraints: [] });
  await check();
  await person.sees('Nothing prevents the import.');
  await person.sees('2 features, 2 strategies, 1 tag, 1 segment.');
  await person.examines();
  await person.presses(importing);

  await person.sees(`2 features imported into ${project}.`);
  await person.examines();
  assert.deepEqual(await featuresOf(service, project), [checkout, express].sort());
  await person.opens(`/projects/${project}/features/${checkout}`);
  await person.sees('country is one of DE, FR, NL');
  await person.sees(`Segment ${segment}`);
  await person.sees('25% of users by userId');
  await person.sees('short: 50%');
  await person.examines();
});

/** The file with names of this way through the journey. */
async function exportOf({ checkout, express, segment }) {
  const text = await readFile(EXPORT, 'utf8');
  const content = text
    .replaceAll('"new-checkout"', `"${checkout}"`)
    .replaceAll('"express-payment"', `"${express}"`)
    .replaceAll('"beta-users"', `"${segment}"`);
  return {
    name: 'unleash-export.json',
    mimeType: 'application/json',
    buffer: Buffer.from(content),
  };
}

async function chooseFile(person, file) {
  const chooser = person.page.waitForEvent('filechooser');
  await person.presses(person.field('File'));
  await (await chooser).setFiles(file);
}

async function featuresOf(service, project) {
  const { features } = await service.call('GET', `/projects/${project}/features`);
  return features.map(({ name }) => name).sort();
}
