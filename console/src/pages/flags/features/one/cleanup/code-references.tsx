import { Anchor, List, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Answer } from '../../../../../kit/answer.js';
import { EmptyState } from '../../../../../kit/states.js';
import { Time } from '../../../../../kit/time.js';
import { cleanupTexts as texts } from '../../../../../texts/cleanup.js';
import type { Feature } from '../../feature-queries.js';
import { type CodeReferences as Found, codeReferencesQuery } from './cleanup-queries.js';

/** Where code names a feature, by repository. */
export function CodeReferences({ feature: { project, name } }: { feature: Feature }) {
  const answer = useQuery(codeReferencesQuery(project, name));
  return (
    <section aria-label={texts.references}>
      <Title order={2} size="h4">
        {texts.references}
      </Title>
      <Text size="sm" c="dimmed">
        {texts.referencesIntro}
      </Text>
      <Answer of={answer}>{(data) => <Repositories found={data} project={project} />}</Answer>
    </section>
  );
}

function Repositories({ found, project }: { found: Found; project: string }) {
  const { repositories, total } = found;
  if (repositories.length === 0)
    return <EmptyState title={texts.notScanned}>{texts.notScannedHint(project)}</EmptyState>;
  const shown = repositories.reduce((sum, { references }) => sum + references.length, 0);
  return (
    <>
      {repositories.map((repository) => (
        <Repository key={repository.id} repository={repository} />
      ))}
      {shown < total && <Text size="sm">{texts.listed(shown, total)}</Text>}
    </>
  );
}

function Repository({ repository }: { repository: Found['repositories'][number] }) {
  const { name, revision, scannedAt, complete, references } = repository;
  return (
    <section aria-label={texts.repository(name)}>
      <Title order={3} size="h5" mt="md">
        {name}
      </Title>
      <Text size="sm" c="dimmed">
        {revision !== null && `${texts.at(revision)}, `}
        {texts.scanned} <Time at={scannedAt} relative />
      </Text>
      {references.length === 0 ? (
        <Text>{texts.none}</Text>
      ) : (
        <List>
          {references.map(({ file, line, url }) => (
            <List.Item key={`${file}:${line}`}>
              {url === null ? (
                `${file}:${line}`
              ) : (
                <Anchor href={url} rel="noreferrer" underline="always">
                  {`${file}:${line}`}
                </Anchor>
              )}
            </List.Item>
          ))}
        </List>
      )}
      {!complete && <Text size="sm">{texts.incomplete}</Text>}
    </section>
  );
}
