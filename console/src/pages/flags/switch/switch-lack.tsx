import { Alert, Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api, bodyOf } from '../../../api/client.js';
import { Link } from '../../../app/router/link.js';
import { switchLackTexts as texts } from '../../../texts/switch-lack.js';
import { uiTexts } from '../../../texts/ui.js';
import { ImpactSummary } from './impact-summary.js';
import type { SwitchTarget } from './switch-dialog-store.js';

interface SwitchLackProps {
  target: SwitchTarget;
  /** Why the person may not switch the feature. */
  lack: string;
  onClose: () => void;
}

/** For people who may not switch the feature: what it would affect, and who may switch it. */
export function SwitchLack({ target, lack, onClose }: SwitchLackProps) {
  const impact = useQuery({
    queryKey: ['switch-impact', target],
    queryFn: () => impactOf(target),
    staleTime: 0,
    gcTime: 0,
  });
  const users = impact.data?.ableUsers;
  return (
    <>
      <Alert color="yellow" mb="md" title={lack}>
        {users && <Text size="sm">{askingFor(users.map(({ name }) => name))}</Text>}
        <Text component={Link} size="sm" td="underline" to="/access-requests" onClick={onClose}>
          {texts.askForTime}
        </Text>
      </Alert>
      <ImpactSummary preview={impact} target={target} />
      <Group mt="lg" justify="flex-end">
        <Button autoFocus onClick={onClose}>
          {uiTexts.close}
        </Button>
      </Group>
    </>
  );
}

function askingFor(names: readonly string[]): string {
  return names.length > 0 ? texts.ask(names.join(', ')) : texts.askNobody;
}

function impactOf({ project, feature, environment, turnsOn }: SwitchTarget) {
  return bodyOf(
    api.GET(
      '/api/admin/projects/{projectId}/features/{featureName}/environments/{environment}/impact',
      {
        params: {
          path: { projectId: project, featureName: feature, environment },
          query: { turnsOn },
        },
      },
    ),
  );
}
