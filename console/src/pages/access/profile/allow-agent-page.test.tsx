import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { refusal, renderWith } from '../../../../test/support/render';
import { AgentQuestion } from './allow-agent-page';

const ASK = 'GET /api/admin/user/agents';
const ALLOW = 'POST /api/admin/user/agents';
const PROJECTS = 'GET /api/admin/projects';
const agent = { name: 'Probe', target: '127.0.0.1:8765', hours: 8 };
const asked = new URLSearchParams({
  ...{ response_type: 'code', client_id: 'abc', redirect_uri: 'http://127.0.0.1:8765/callback' },
  ...{ code_challenge: 'x'.repeat(43), code_challenge_method: 'S256', state: 'mine' },
});

const open = (answers: Parameters<typeof renderWith>[1], leave = jest.fn()) => {
  window.history.pushState(null, '', `/allow-agent?${asked}`);
  return { leave, ...renderWith(<AgentQuestion leave={leave} />, answers) };
};

test('the page says who asks, what it may do and where the person is sent back to', async () => {
  open({ [ASK]: agent, [PROJECTS]: { projects: [] } });

  expect(await screen.findByText('Probe asks to act for you.')).toBeTruthy();
  expect(screen.getByText(/cannot switch, change, approve or apply anything/)).toBeTruthy();
  expect(screen.getByText(/sent back to 127.0.0.1:8765/)).toBeTruthy();
  expect(screen.getByText(/ends after 8 hours/)).toBeTruthy();
});

test('allowing sends what the agent asked for, and leads back to it', async () => {
  const redirect = 'http://127.0.0.1:8765/callback?code=secret';
  const { leave, requests } = open({
    ...{ [ASK]: agent, [PROJECTS]: { projects: [] }, [ALLOW]: { redirect } },
  });

  await userEvent.click(await screen.findByRole('button', { name: 'Allow' }));

  const sent = requests.find(({ method }) => method === 'POST')!;
  const expected = Object.fromEntries(asked);
  expect({ response_type: 'code', ...(await sent.json()) }).toEqual(expected);
  expect(leave).toHaveBeenCalledWith(redirect);
});

test('denying sends nothing, and leads nowhere', async () => {
  const { leave, requests } = open({ [ASK]: agent, [PROJECTS]: { projects: [] } });

  await userEvent.click(await screen.findByRole('button', { name: 'Do not allow' }));

  expect(screen.getByText(/Nothing was allowed/)).toBeTruthy();
  expect(requests.some(({ method }) => method === 'POST')).toBe(false);
  expect(leave).not.toHaveBeenCalled();
});

test('an agent that is not registered cannot be allowed', async () => {
  open({
    [ASK]: refusal(400, { name: 'BadDataError', message: 'It is not registered.' }),
    [PROJECTS]: { projects: [] },
  });

  expect(await screen.findByText(/not registered/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Allow' })).toBeNull();
});

test('who opens the page without an agent is told what it is for, and nothing is asked', () => {
  window.history.pushState(null, '', '/allow-agent');
  const { requests } = renderWith(<AgentQuestion leave={jest.fn()} />);

  expect(screen.getByText(/Agents lead people to this page/)).toBeTruthy();
  expect(requests).toEqual([]);
});
