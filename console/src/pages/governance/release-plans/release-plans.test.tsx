import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { refusal, renderWith } from '../../../../test/support/render';
import { ReleasePlansSection } from '../../flags/features/one/release-plans/release-plans-section';
import { FEATURE, FEATURE_URL } from '../../flags/features/one/feature.fixture';
import type { Me } from '../../../app/session/me';
import type { Milestone } from './release-plan-queries';
import { TemplatePage } from './templates/template-page';
import { TemplatesPage } from './templates/templates-page';

const LAZY = { timeout: 20_000 };
const milestone = (id: string, part: Partial<Milestone> = {}): Milestone => ({
  ...{ id, name: id, sortOrder: 0, releasePlanDefinitionId: 'p', startedAt: null },
  ...{ transitionCondition: null, progressionExecutedAt: null, pausedAt: null },
  strategies: [
    {
      ...{ id: `s-${id}`, milestoneId: id, sortOrder: 0, title: null, disabled: false },
      ...{ strategyName: 'flexibleRollout', parameters: { rollout: '10' } },
      ...{ constraints: [], variants: [], segments: [] },
    },
  ],
  ...part,
});
const template = {
  ...{ id: 't', discriminator: 'template', name: 'Slowly', description: null },
  ...{ createdByUserId: 1, createdAt: '2026-01-01T00:00:00Z', archivedAt: null },
  milestones: [
    milestone('Few', { transitionCondition: { intervalMinutes: 1_440 } }),
    milestone('All'),
  ],
};
const TEMPLATE = '/api/admin/release-plan-templates/t';
const page = <TemplatePage params={{ template: 't' }} />;
const definitions = {
  version: 1,
  strategies: [{ name: 'flexibleRollout', displayName: 'Gradual rollout', parameters: [] }],
};

describe('templates', () => {
  test('nothing yet explains the next step, and who may not create learns why', async () => {
    const me = { permissions: [] } as unknown as Me;
    renderWith(
      <TemplatesPage />,
      { 'GET /api/admin/release-plan-templates': () => refusal(200, []) },
      me,
    );

    expect(await screen.findByText(/staff first, then 10%/)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Create a template' }));
    expect(screen.getByText(/RELEASE_PLAN_TEMPLATE_CREATE/)).toBeTruthy();
  });

  test('milestones are moved, and saved with their ids and strategies', async () => {
    const { requests } = renderWith(page, {
      [`GET ${TEMPLATE}`]: template,
      [`PUT ${TEMPLATE}`]: template,
      'GET /api/admin/strategies': definitions,
      'GET /api/admin/segments': { segments: [] },
      'GET /api/admin/context': () => refusal(200, []),
    });

    await userEvent.click(await screen.findByRole('button', { name: 'Move All up' }));
    await userEvent.click(screen.getByRole('button', { name: 'Save the template' }));

    expect(await screen.findByText('Slowly: saved.')).toBeTruthy();
    const sent = requests.find(({ method }) => method === 'PUT');
    expect(await sent?.json()).toMatchObject({
      name: 'Slowly',
      milestones: [
        { id: 'All', transitionCondition: null },
        { id: 'Few', transitionCondition: null, strategies: [{ id: 's-Few' }] },
      ],
    });
  });

  test('what somebody else has changed meanwhile is not overwritten', async () => {
    let reads = 0;
    const { requests } = renderWith(page, {
      [`GET ${TEMPLATE}`]: () => ({ ...template, description: String(reads++) }),
    });

    await userEvent.click(await screen.findByRole('button', { name: 'Save the template' }));

    expect(await screen.findByRole('button', { name: 'Show the current version' })).toBeTruthy();
    expect(requests.every(({ method }) => method === 'GET')).toBe(true);
  });
});

const PLANS = `${FEATURE_URL}/environments/production/release-plans`;
const plan = {
  ...{ id: 'p', discriminator: 'plan', name: 'Slowly', description: null, createdByUserId: 1 },
  ...{ createdAt: '2026-01-01T00:00:00Z', activeMilestoneId: 'Few', progressionDueAt: null },
  ...{ releasePlanTemplateId: 't', featureName: 'checkout', environment: 'production' },
  milestones: [
    milestone('Few', { startedAt: '2026-01-02T00:00:00Z', pausedAt: '2026-01-03T00:00:00Z' }),
    milestone('All'),
  ],
  safeguards: [
    {
      ...{ id: 'g', action: { type: 'startPreviousMilestone', id: 'p' } },
      impactMetric: {
        ...{ id: 'm', metricName: 'evaluations', timeRange: 'hour', aggregationMode: 'avg' },
        labelSelectors: { variant: ['broken'] },
      },
      triggerCondition: { operator: '>', threshold: 0.05 },
    },
  ],
};
const step = (id: number, type: string, data: object) => ({
  ...{ id, type, createdAt: '2026-01-03T00:00:00Z', createdBy: 'mira', data },
});
const events = {
  total: 2,
  events: [
    step(2, 'release-plan-progressions-paused', { planId: 'p', reason: 'It was 6 %.' }),
    step(1, 'release-plan-milestone-started', {
      ...{ planId: 'p', milestoneName: 'Few', startedBy: 'safeguard' },
    }),
    step(0, 'release-plan-milestone-started', {
      ...{ planId: 'another', milestoneName: 'Old', startedBy: 'user' },
    }),
  ],
};
const answers = {
  [`GET ${PLANS}`]: () => refusal(200, [plan]),
  [`GET ${FEATURE_URL}/environments/development/release-plans`]: () => refusal(200, []),
  'GET /api/admin/search/events': events,
};
const section = <ReleasePlansSection feature={FEATURE} />;

describe('the plans of a feature', () => {
  test('say how far they are, what they watch, and why one went back', async () => {
    renderWith(section, answers);

    const production = within(await screen.findByRole('region', { name: 'production' }));
    expect(await production.findByText('The plan is paused')).toBeTruthy();
    expect(production.getByText(/Milestone 1 of 2/)).toBeTruthy();
    expect(
      production.getByText(
        'Goes back if the share of evaluations (variant: broken) in the last hour is more than 5%.',
      ),
    ).toBeTruthy();
    expect(await production.findByText('A safeguard went back to Few.')).toBeTruthy();
    expect(production.getByText('Paused. It was 6 %.')).toBeTruthy();
    expect(production.getByText(/^Since .*It was 6 %\.$/)).toBeTruthy();
    expect(production.queryByText(/Old/)).toBeNull();
    const development = within(screen.getByRole('region', { name: 'development' }));
    expect(await development.findByText('No release plan')).toBeTruthy();
  });

  test('are resumed, and a milestone is started after a confirmation', async () => {
    const at = `${FEATURE_URL}/environments/production`;
    const { requests } = renderWith(section, {
      ...answers,
      [`POST ${at}/progressions/p/resume`]: plan,
      [`POST ${PLANS}/p/milestones/All/start`]: plan.milestones[1]!,
    });

    await userEvent.click(
      await screen.findByRole('button', { name: 'Resume Slowly in production' }),
    );
    expect(await screen.findByText('The plan is resumed.')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Start All in production' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.click(dialog.getByRole('button', { name: 'Start' }));

    expect(await screen.findByText('All is started.')).toBeTruthy();
    expect(requests.filter(({ method }) => method === 'POST')).toHaveLength(2);
  });
});

describe('safeguards and permissions', () => {
  test('a safeguard on a share is set in percent, and others may have to approve it', async () => {
    const needed = { name: 'PermissionError', permissions: ['SKIP_CHANGE_REQUEST'], message: '' };
    const requestsOf = '/api/admin/projects/default/environments/production/change-requests';
    const { requests } = renderWith(section, {
      ...answers,
      [`PUT ${PLANS}/p/safeguards`]: () => refusal(403, needed),
      [`POST ${requestsOf}`]: { id: 7 },
    });

    await userEvent.click(
      await screen.findByRole('button', { name: 'Add a safeguard in production' }),
    );
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.selectOptions(dialog.getByLabelText('Evaluations to count'), 'off');
    await userEvent.selectOptions(dialog.getByLabelText('Aggregation'), 'avg');
    await userEvent.type(dialog.getByLabelText(/^Limit/), '5');
    await userEvent.click(dialog.getByRole('button', { name: 'Add a safeguard' }));
    await userEvent.click(
      await dialog.findByRole('button', { name: 'Add to your change request' }, LAZY),
    );

    const safeguard = {
      impactMetric: {
        ...{ metricName: 'evaluations', timeRange: 'hour', aggregationMode: 'avg' },
        labelSelectors: { enabled: ['false'] },
      },
      triggerCondition: { operator: '>', threshold: 0.05 },
    };
    const proposed = requests.find(({ url }) => url.endsWith('/change-requests'));
    expect(await proposed?.json()).toEqual([
      { action: 'changeSafeguard', feature: 'checkout', payload: { planId: 'p', safeguard } },
    ]);
  });

  test('who may not add a plan learns which permission is missing', async () => {
    const me = { permissions: [] } as unknown as Me;
    renderWith(section, answers, me);

    await userEvent.click(
      await screen.findByRole('button', { name: 'Add a release plan in development' }),
    );
    expect(screen.getByText(/CREATE_FEATURE_STRATEGY/)).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
