import { render, screen } from '@testing-library/react';
import { EnvironmentName } from './environment-name.js';
import { productionFirst } from './production.js';

test('production comes first, and others stay in their order', () => {
  const of = (name: string, type: string) => ({ name, type });
  const all = [of('dev', 'development'), of('live', 'production'), of('qa', 'test')];
  expect(productionFirst(all).map(({ name }) => name)).toEqual(['live', 'dev', 'qa']);
});

test('an environment of production says so if its name does not', () => {
  render(<EnvironmentName name="live" type="production" />);
  expect(screen.getByText('production')).toBeTruthy();
});

test('the name production is not said twice, and other environments have no such word', () => {
  render(
    <>
      <EnvironmentName name="production" type="production" />
      <EnvironmentName name="qa" type="test" />
    </>,
  );
  expect(screen.getAllByText(/production/)).toHaveLength(1);
});
