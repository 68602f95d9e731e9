import { Anchor, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api, bodyOf, type Schemas } from '../../../../api/client.js';
import { Link } from '../../../../app/router/link.js';
import type { PageProps } from '../../../../app/router/route.js';
import { Answer } from '../../../../kit/answer.js';
import { type Column, Listing } from '../../../../kit/listing.js';
import { RowRemoval } from '../../../../kit/row-removal.js';
import { EmptyState } from '../../../../kit/states.js';
import { Time } from '../../../../kit/time.js';
import { TwoLines } from '../../../../kit/two-lines.js';
import { useDialog } from '../../../../kit/use-dialog.js';
import { cleanupTexts } from '../../../../texts/cleanup.js';
import { codeTexts as texts } from '../../../../texts/code.js';
import { number } from '../../../../texts/format.js';
import { featurePath } from '../../features/feature-path.js';
import type { PROJECT_CODE_PATH } from '../project-path.js';
import { ProjectFrame } from './project-frame.js';

type Found = Schemas['ProjectCodeReferencesResponse'];
type Repository = Found['repositories'][number];
type Line = Found['obsolete'][number];

const PATH = '/api/admin/projects/{projectId}/code-references';

/** Where code names features of a project, and where it does not. */
export function CodePage({ params: { project } }: PageProps<typeof PROJECT_CODE_PATH>) {
  const answer = useQuery({
    queryKey: ['code-references', project],
    queryFn: ({ signal }) =>
      bodyOf(api.GET(PATH, { params: { path: { projectId: project } }, signal })),
  });
  return (
    <ProjectFrame project={project} intro={texts.intro}>
      {() => <Answer of={answer}>{(found) => <Lists project={project} found={found} />}</Answer>}
    </ProjectFrame>
  );
}

const REPOSITORY_COLUMNS: readonly Column<Repository>[] = [
  {
    head: texts.repository,
    cell: ({ name, complete }) => (
      <TwoLines below={complete ? undefined : cleanupTexts.incomplete}>{name}</TwoLines>
    ),
  },
  { head: texts.revision, cell: ({ revision }) => revision ?? '–' },
  { head: texts.lines, cell: ({ referenceCount }) => number(referenceCount) },
  { head: texts.features, cell: ({ featureCount }) => number(featureCount) },
  { head: texts.scanned, cell: ({ scannedAt }) => <Time at={scannedAt} relative /> },
];

const LINE_COLUMNS: readonly Column<Line>[] = [
  {
    head: texts.feature,
    cell: ({ feature, reason }) => <TwoLines below={texts.reasons[reason]}>{feature}</TwoLines>,
  },
  {
    head: texts.line,
    cell: ({ file, line, url, repository }) => (
      <TwoLines below={repository}>
        {url === null ? (
          `${file}:${line}`
        ) : (
          <Anchor href={url} rel="noreferrer" underline="always">{`${file}:${line}`}</Anchor>
        )}
      </TwoLines>
    ),
  },
];

function Lists({ project, found }: { project: string; found: Found }) {
  const { obsolete, obsoleteTotal, unreferenced, unreferencedTotal } = found;
  return (
    <>
      <Repositories project={project} repositories={found.repositories} />
      <Part title={texts.obsolete} about={texts.obsoleteNote} shown={obsolete} of={obsoleteTotal}>
        <Listing
          label={texts.obsolete}
          name="line."
          items={obsolete}
          columns={LINE_COLUMNS}
          keyOf={(one) => JSON.stringify(one)}
          searched={({ feature, repository, file }) => `${feature} ${repository} ${file}`}
          empty={<EmptyState title={texts.noObsolete} />}
        />
      </Part>
      <Part
        title={texts.unreferenced}
        about={texts.unreferencedNote}
        shown={unreferenced}
        of={unreferencedTotal}
      >
        <Listing
          label={texts.unreferenced}
          name="feature."
          items={unreferenced}
          columns={[
            {
              head: texts.feature,
              cell: (name) => <Link to={featurePath(project, name)}>{name}</Link>,
            },
          ]}
          keyOf={(name) => name}
          searched={(name) => name}
          empty={<EmptyState title={texts.noUnreferenced} />}
        />
      </Part>
    </>
  );
}

interface PartProps {
  title: string;
  about: string;
  shown: readonly unknown[];
  of: number;
  children: ReactNode;
}

function Part({ title, about, shown, of, children }: PartProps) {
  return (
    <section aria-label={title}>
      <Title order={2} size="h4" mt="lg">
        {title}
      </Title>
      <Text size="sm" c="dimmed">
        {about}
      </Text>
      {children}
      {shown.length < of && <Text size="sm">{texts.listed(shown.length, of)}</Text>}
    </section>
  );
}

interface RepositoriesProps {
  project: string;
  repositories: readonly Repository[];
}

function Repositories({ project, repositories }: RepositoriesProps) {
  const [dialog, show] = useDialog();
  return (
    <section aria-label={texts.repositories}>
      <Title order={2} size="h4">
        {texts.repositories}
      </Title>
      <Listing
        label={texts.repositories}
        items={repositories}
        columns={REPOSITORY_COLUMNS}
        keyOf={({ id }) => id}
        searched={({ name }) => name}
        empty={
          <EmptyState title={cleanupTexts.notScanned}>
            {cleanupTexts.notScannedHint(project)}
          </EmptyState>
        }
        actions={({ id, name }) => (
          <RowRemoval
            label={texts.forget}
            aria-label={`${texts.forget}: ${name}`}
            needs="UPDATE_FEATURE"
            place={{ project }}
            show={show}
            title={`${texts.forget}: ${name}`}
            action={texts.forget}
            done={texts.forgotten(name)}
            outdates={['code-references', 'events']}
            send={() =>
              bodyOf(api.DELETE(`${PATH}/{id}`, { params: { path: { projectId: project, id } } }))
            }
          >
            <Text>{texts.forgetHint}</Text>
          </RowRemoval>
        )}
      />
      {dialog}
    </section>
  );
}
