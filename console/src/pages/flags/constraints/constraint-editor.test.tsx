import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { renderWith } from '../../../../test/support/render';
import { ConstraintEditor } from './constraint-editor';
import type { Constraint } from './operators';

const answers = {
  'GET /api/admin/context': [{ name: 'userId', legalValues: [], project: null }],
  'POST /api/admin/constraints/validate': {},
};
const oneOf = (...values: string[]): Constraint => ({
  ...{ contextName: 'userId', operator: 'IN', values },
});

function Editor({ first }: { first: Constraint[] }) {
  const [constraints, setConstraints] = useState(first);
  return <ConstraintEditor value={constraints} onChange={setConstraints} />;
}

const valuesOf = (constraint: string): string =>
  screen.getByRole<HTMLTextAreaElement>('textbox', { name: constraint }).value;

test('a constraint that follows a removed one keeps its own values', async () => {
  renderWith(<Editor first={[oneOf('anna'), oneOf('ben', 'cleo')]} />, answers);
  await userEvent.type(screen.getAllByRole('textbox', { name: 'Values' })[0]!, '\nada');

  await userEvent.click(screen.getByRole('button', { name: 'Remove constraint 1' }));

  expect(valuesOf('Values')).toBe('ben\ncleo');
});

test('values can be typed with blank lines and commas between them', async () => {
  renderWith(<Editor first={[oneOf('anna')]} />, answers);
  const field = screen.getByRole('textbox', { name: 'Values' });

  await userEvent.clear(field);
  await userEvent.type(field, 'ben,\n\ncleo, ');

  expect(valuesOf('Values')).toBe('ben,\n\ncleo, ');
  expect(await screen.findByText('userId is one of ben, cleo')).toBeTruthy();
});
