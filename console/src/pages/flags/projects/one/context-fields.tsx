import { Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { CreateContextField } from '../../context-fields/context-field-dialogs.js';
import { FIELD_COLUMNS, FieldActions } from '../../context-fields/context-field-list.js';
import { projectContextFieldsQuery } from '../../context-fields/context-field-queries.js';
import { projectContextTexts as texts } from '../../../../texts/projects.js';
import { Listing } from '../../../../kit/listing.js';
import { searchedOfNamed } from '../../../../kit/named-column.js';
import { PermittedButton } from '../../../../kit/permitted-button.js';
import { Answer } from '../../../../kit/answer.js';
import { EmptyState } from '../../../../kit/states.js';
import type { RenderDialog } from '../../../../kit/use-dialog.js';
import styles from './project-frame.module.css';

interface ContextFieldsProps {
  project: string;
  show: (render: RenderDialog) => void;
}

/** The context fields that only the features of a project can use. */
export function ProjectContextFields({ project, show }: ContextFieldsProps) {
  const answer = useQuery(projectContextFieldsQuery(project));
  return (
    <section className={styles.wide} aria-label={texts.heading}>
      <Title order={2} size="h4">
        {texts.heading}
      </Title>
      <Text c="dimmed" my="xs">
        {texts.hint}
      </Text>
      <Answer of={answer}>
        {(data) => (
          <Listing
            label={texts.heading}
            name="field"
            items={data}
            columns={FIELD_COLUMNS}
            keyOf={({ name }) => name}
            searched={searchedOfNamed}
            empty={<EmptyState title={texts.emptyTitle}>{texts.empty}</EmptyState>}
            actions={({ name }) => <FieldActions field={{ name, project }} show={show} />}
          />
        )}
      </Answer>
      <PermittedButton
        mt="sm"
        variant="default"
        needs="CREATE_PROJECT_CONTEXT"
        place={{ project }}
        onClick={() => show((close) => <CreateContextField project={project} onClose={close} />)}
      >
        {texts.create}
      </PermittedButton>
    </section>
  );
}
