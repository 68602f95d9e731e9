import { NativeSelect, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api, bodyOf } from '../../../../api/client.js';
import {
  type ApprovalConfig,
  approvalConfigQuery,
} from '../../../governance/change-requests/change-request-queries.js';
import { useLack } from '../../../../app/session/permissions.js';
import { approvalRuleTexts as texts } from '../../../../texts/change-requests.js';
import { EnvironmentName } from '../../environments/environment-name.js';
import { Answer } from '../../../../kit/answer.js';
import { useAction } from '../../../../kit/use-action.js';
import styles from './project-frame.module.css';

const MOST_APPROVALS = 10;
const CHOICES = Array.from({ length: MOST_APPROVALS + 1 }, (_, count) => ({
  value: String(count),
  label: count === 0 ? texts.none : texts.required(count),
}));

/** How many approvals changes in the environments of a project require. */
export function ApprovalRules({ project }: { project: string }) {
  const answer = useQuery(approvalConfigQuery(project));
  return (
    <section className={styles.section} aria-label={texts.title}>
      <Title order={2} size="h4">
        {texts.title}
      </Title>
      <Text c="dimmed" my="xs">
        {texts.hint}
      </Text>
      <Answer of={answer}>
        {(data) =>
          data.map((config) => (
            <ApprovalRule key={config.environment} project={project} config={config} />
          ))
        }
      </Answer>
    </section>
  );
}

interface ApprovalRuleProps {
  project: string;
  config: ApprovalConfig;
}

function ApprovalRule({ project, config }: ApprovalRuleProps) {
  const { environment, type, changeRequestEnabled, requiredApprovals } = config;
  const lack = useLack('UPDATE_PROJECT', { project });
  const save = useAction((count: number) => send(project, environment, count), {
    done: texts.saved(environment),
    outdates: ['change-requests', 'projects'],
  });
  const present = changeRequestEnabled ? (requiredApprovals ?? 1) : 0;
  return (
    <NativeSelect
      mb="sm"
      label={<EnvironmentName name={environment} type={type} />}
      description={lack}
      disabled={lack !== undefined || save.isPending}
      data={CHOICES}
      value={save.isPending ? save.variables : present}
      onChange={({ currentTarget: { value } }) => save.mutate(Number(value))}
    />
  );
}

function send(projectId: string, environment: string, count: number): Promise<unknown> {
  return bodyOf(
    api.PUT('/api/admin/projects/{projectId}/environments/{environment}/change-requests/config', {
      params: { path: { projectId, environment } },
      body: {
        changeRequestsEnabled: count > 0,
        ...(count > 0 ? { requiredApprovals: count } : {}),
      },
    }),
  );
}
