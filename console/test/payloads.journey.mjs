// Payloads with a schema: it is checked while it is written, helps with a payload, and refuses what
// breaks it.
import assert from 'node:assert/strict';
import { journey } from './support/journey.mjs';

const SCHEMA = JSON.stringify({
  type: 'object',
  properties: { color: { enum: ['red', 'green'] }, size: { type: 'integer' } },
  required: ['color'],
  additionalProperties: false,
});

journey('writes payloads that code understands', async ({ person, service, named }) => {
  const button = named('button');
  const path = `/projects/default/features/${button}`;
  await service.call('POST', '/projects/default/features', { name: button });

  await person.signsIn({ path: `${path}?section=variants` });
  await person.presses(person.button('Set a schema'));
  const dialog = person.dialog(`Payload schema of ${button}`);
  const schema = person.field('JSON Schema', dialog);
  await person.types(schema, '{ "typ": "object" }');
  await person.sees(dialog.getByText(/^\/typ/));
  await person.examines();
  await person.types(schema, SCHEMA);
  await person.sees('All payloads follow it.');
  await person.presses(person.button('Save', dialog));
  await person.sees('Saved the payload schema.');
  await person.examines();

  await person.presses(person.button('Edit for all environments'));
  const variants = person.dialog('Variants: All environments');
  await person.presses(person.button('Add a variant', variants));
  const variant = variants.getByRole('group', { name: 'Variant 1', exact: true });
  await person.chooses(variant.getByLabel('Payload'), 'JSON');
  await person.types(variant.getByLabel('Value'), '{"color": "blue"}');
  await person.sees(variant.getByText(/^\/color must be/));
  await person.examines();
  await person.presses(person.button('Save', variants));
  await person.sees(variants.getByRole('alert').getByText(/does not follow the schema/));
  await person.presses(person.button('"color": "green"', variant));
  await person.presses(person.button('"size": 0', variant));
  await person.presses(person.button('Save', variants));
  await person.sees('Saved the variants.');

  const { environments } = await service.call('GET', path);
  for (const environment of environments)
    assert.deepEqual(JSON.parse(environment.variants[0].payload.value), {
      ...{ color: 'green', size: 0 },
    });
});
