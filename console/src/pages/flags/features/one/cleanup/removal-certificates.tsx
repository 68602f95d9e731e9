import { List, Paper, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api, bodyOf } from '../../../../../api/client.js';
import { PermittedButton } from '../../../../../kit/permitted-button.js';
import { saveFile } from '../../../../../kit/save-file.js';
import { FailureNotice, Loading } from '../../../../../kit/states.js';
import { Time } from '../../../../../kit/time.js';
import { useAction } from '../../../../../kit/use-action.js';
import { cleanupTexts as texts } from '../../../../../texts/cleanup.js';
import { withMoments } from '../../../../audit/audit/without-markdown.js';
import { EnvironmentName } from '../../../environments/environment-name.js';
import { productionFirst } from '../../../environments/production.js';
import type { Feature } from '../../feature-queries.js';
import { type RemovalCheck, removalQuery } from './cleanup-queries.js';

/** Whether the feature can be taken out of code, by environment, with a certificate to save. */
export function RemovalCertificates({ feature }: { feature: Feature }) {
  return (
    <section aria-label={texts.certificates}>
      <Title order={2} size="h4">
        {texts.certificates}
      </Title>
      <Text size="sm" c="dimmed">
        {texts.certificatesIntro}
      </Text>
      {productionFirst(feature.environments).map((environment) => (
        <Paper
          key={environment.name}
          component="section"
          withBorder
          p="md"
          mt="md"
          aria-label={environment.name}
        >
          <Title order={3} size="h5">
            <EnvironmentName {...environment} />
          </Title>
          <CheckIn feature={feature} environment={environment.name} />
        </Paper>
      ))}
    </section>
  );
}

interface CheckProps {
  feature: Feature;
  environment: string;
}

function CheckIn({ feature: { project, name }, environment }: CheckProps) {
  const place = { projectId: project, featureName: name, environment };
  const { data, error, refetch } = useQuery(removalQuery(place));
  const issue = useAction(
    async () => {
      const { certificate } = await bodyOf(
        api.POST(
          '/api/admin/projects/{projectId}/features/{featureName}/environments/{environment}/removal-certificate',
          { params: { path: place } },
        ),
      );
      saveFile(`${name}-${environment}.jws`, certificate, 'application/jose');
    },
    { done: texts.issued, outdates: ['events', 'removal'] },
  );
  if (!data)
    return error ? <FailureNotice error={error} retry={() => void refetch()} /> : <Loading />;
  return (
    <>
      <Found check={data} />
      <PermittedButton
        needs="UPDATE_FEATURE"
        place={{ project }}
        variant="default"
        mt="xs"
        hindrance={data.refusals.length > 0 ? texts.refused : undefined}
        loading={issue.isPending}
        onClick={() => issue.mutate()}
      >
        {texts.issue}
      </PermittedButton>
    </>
  );
}

function Found({ check }: { check: RemovalCheck }) {
  const { state, variant, since, yes, no, applications, refusals } = check;
  return (
    <>
      {state !== null && (
        <Text>
          {texts.always(state, variant)} <Time at={since} />
          {'. '}
          {texts.evaluations(
            yes + no,
            applications.map(({ appName }) => appName),
          )}
        </Text>
      )}
      {refusals.length > 0 && (
        <>
          <Text size="sm" mt="xs">
            {texts.against}
          </Text>
          <List size="sm">
            {refusals.map(({ message }) => (
              <List.Item key={message}>{withMoments(message)}</List.Item>
            ))}
          </List>
        </>
      )}
    </>
  );
}
