import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { renderWith } from '../../../../test/support/render';
import { VariantEditor } from '../variants/variant-editor';
import type { Variant } from '../variants/variant';
import { PayloadSchemaPanel } from './payload-schema-panel';
import { suggestionsFor } from './suggestions';

const PLACE = { project: 'default', feature: 'button' };
const PATH = '/api/admin/projects/default/features/button/payload-schema';
const LAZY = { timeout: 20_000 };
const SCHEMA = {
  type: 'object',
  properties: { color: { enum: ['red', 'green'] }, size: { type: 'integer' } },
};
const NONE = { schema: null, enforcement: 'refuse', violations: [] };
const BLUE = { index: 0, environment: null, strategyId: null, variant: null };
const VIOLATION = { ...BLUE, pointer: '/color', rule: 'enum', message: 'must be "red"' };

test('a schema is checked while it is written, and saved', async () => {
  const { requests } = renderWith(<PayloadSchemaPanel place={PLACE} />, {
    [`GET ${PATH}`]: NONE,
    [`POST ${PATH}/check`]: {
      fault: { pointer: '/typ', message: 'is no keyword' },
      violations: [],
    },
    [`PUT ${PATH}`]: { ...NONE, schema: SCHEMA },
  });

  await userEvent.click(await screen.findByRole('button', { name: 'Set a schema' }));
  const field = await screen.findByLabelText('JSON Schema', {}, LAZY);
  fireEvent.change(field, { target: { value: '{"typ":' } });
  expect(screen.getByText(/This is not JSON/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true);
  fireEvent.change(field, { target: { value: '{"typ": "object"}' } });
  expect(await screen.findByText('/typ is no keyword.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));

  expect(await screen.findByText('Saved the payload schema.')).toBeTruthy();
  const put = requests.find(({ method }) => method === 'PUT')!;
  expect(await put.json()).toEqual({ schema: { typ: 'object' }, enforcement: 'refuse' });
});

test('a schema that only warns is shown with what violates it, and can be removed', async () => {
  const violations = [{ ...VIOLATION, index: null, environment: 'production', variant: 'blue' }];
  renderWith(<PayloadSchemaPanel place={PLACE} />, {
    [`GET ${PATH}`]: { schema: SCHEMA, enforcement: 'warn', violations },
    [`POST ${PATH}/check`]: { fault: null, violations: [] },
    [`DELETE ${PATH}`]: new Response(null, { status: 204 }),
  });

  expect(await screen.findByText('production, variant blue: /color must be "red"')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Edit the schema' }));
  const field = await screen.findByLabelText('JSON Schema', {}, LAZY);
  expect(await screen.findByText('All payloads follow it.')).toBeTruthy();
  fireEvent.change(field, { target: { value: '' } });
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Removed the payload schema.')).toBeTruthy();
});

function Editor() {
  const [variants, setVariants] = useState<Variant[]>([
    {
      ...{ name: 'one', weight: 1000, weightType: 'variable', stickiness: 'default' },
      payload: { type: 'json', value: '{"color":"blue"}' },
    },
  ]);
  return <VariantEditor value={variants} place={PLACE} onChange={setVariants} />;
}

test('a payload shows what its schema does not allow, and what it does', async () => {
  renderWith(<Editor />, {
    [`GET ${PATH}`]: { schema: SCHEMA, enforcement: 'refuse', violations: [] },
    [`POST ${PATH}/check`]: { fault: null, violations: [VIOLATION] },
  });

  expect(await screen.findByText('/color must be "red"', {}, LAZY)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: '"color": "red"' }));
  expect(screen.getByLabelText('Value')).toHaveProperty('value', '{\n  "color": "red"\n}');
  await userEvent.click(screen.getByRole('button', { name: '"size": 0' }));
  expect(screen.getByLabelText('Value')).toHaveProperty(
    'value',
    '{\n  "color": "red",\n  "size": 0\n}',
  );
});

test('a feature without a schema suggests nothing', async () => {
  const { requests } = renderWith(<Editor />, { [`GET ${PATH}`]: NONE });
  expect(await screen.findByLabelText('Value')).toBeTruthy();
  expect(screen.queryByRole('group', { name: 'Suggestions from the schema' })).toBeNull();
  expect(requests.filter(({ method }) => method === 'POST')).toEqual([]);
});

test('values that a schema lists are suggested in the form of the payload', () => {
  const labels = (type: string, value: string, schema: object) =>
    suggestionsFor(schema, { type, value }, []).map((one) => one.value);
  expect(labels('string', '', { enum: ['a', 'b'] })).toEqual(['a', 'b']);
  expect(labels('number', '', { enum: [1, 2] })).toEqual(['1', '2']);
  expect(labels('json', '[]', { const: [1] })).toEqual(['[1]']);
  expect(labels('csv', '', { enum: ['a'] })).toEqual([]);
});
