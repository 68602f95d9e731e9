import { useQuery } from '@tanstack/react-query';
import { act, screen } from '@testing-library/react';
import { type Answers, refusal, renderWith } from '../../test/support/render';
import { FailureNotice } from '../kit/states';
import { api, bodyOf } from './client';

const query = {
  queryKey: ['thing'],
  retryDelay: 0,
  queryFn: () => bodyOf(api.GET('/api/admin/environments')),
};

function Thing() {
  const { data, error } = useQuery(query);
  return (
    <>
      {data && <p>It is there.</p>}
      {!data && error && <FailureNotice error={error} />}
    </>
  );
}

/** Shows something that was read, and reads it again with another answer. */
async function readAgain(next: Response) {
  const answers: Answers = { 'GET /api/admin/environments': {} };
  const { queries } = renderWith(<Thing />, answers);
  await screen.findByText('It is there.');
  answers['GET /api/admin/environments'] = () => next.clone();
  await act(() => queries.invalidateQueries({ queryKey: ['thing'] }));
}

test.each([403, 404])('what is refused with %s is no longer shown', async (status) => {
  await readAgain(refusal(status, { message: 'No.' }));

  expect(await screen.findByRole('alert')).toBeTruthy();
  expect(screen.queryByText('It is there.')).toBeNull();
});

test('while the service is not available, what was read stays', async () => {
  await readAgain(refusal(503, { message: 'Not now.' }));

  expect(screen.getByText('It is there.')).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});
