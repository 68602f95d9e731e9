import { Text } from '@mantine/core';
import { api, bodyOf } from '../../../api/client.js';
import { versionedBodyOf } from '../../../api/versioned.js';
import { wordsOfConstraint } from '../constraints/constraint-words.js';
import type { Constraint } from '../constraints/operators.js';
import { FoundListingPage } from '../../../kit/tables/found-listing-page.js';
import { segmentTexts as texts, usageTexts } from '../../../texts/definitions.js';
import { uiTexts } from '../../../texts/ui.js';
import { type Column } from '../../../kit/listing.js';
import { NAMED_COLUMN } from '../../../kit/named-column.js';
import type { Preview } from '../../../kit/removal-dialog.js';
import { UsageDialog } from '../../../kit/usage-dialog.js';
import type { RenderDialog } from '../../../kit/use-dialog.js';
import { RowActions } from '../../../kit/row-actions.js';
import { RowButton } from '../../../kit/row-button.js';
import { RowRemoval } from '../../../kit/row-removal.js';
import { CreateSegment, EditSegment } from './segment-dialogs.js';
import { foundSegmentsQuery, type Segment } from './segment-queries.js';

const PATH = '/api/admin/segments/{id}';
const MOST_CONSTRAINTS = 3;

const COLUMNS: readonly Column<Segment>[] = [
  NAMED_COLUMN,
  { head: texts.project, cell: ({ project }) => project ?? texts.allProjects },
  { head: texts.constraints, cell: ({ constraints }) => <Words constraints={constraints} /> },
  { head: texts.used, cell: ({ usedInFeatures }) => texts.usedIn(usedInFeatures ?? 0) },
];

/** The first constraints in words, and how many there are. */
function Words({ constraints }: Pick<Segment, 'constraints'>) {
  return (
    <>
      {constraints.slice(0, MOST_CONSTRAINTS).map((constraint, index) => (
        <Text key={index} size="sm">
          {wordsOfConstraint(constraint as Constraint)}
        </Text>
      ))}
      {constraints.length !== 1 && (
        <Text size="sm" c="dimmed">
          {texts.count(constraints.length)}
        </Text>
      )}
    </>
  );
}

/** The sets of constraints that strategies share. */
export function SegmentsPage() {
  return (
    <FoundListingPage
      texts={texts}
      find={foundSegmentsQuery}
      itemsOf={({ segments }) => segments}
      needs={['CREATE_SEGMENT', 'UPDATE_PROJECT_SEGMENT']}
      creation={(close) => <CreateSegment onClose={close} />}
      columns={COLUMNS}
      keyOf={({ id }) => id}
      actions={(segment, show) => <Actions segment={segment} show={show} />}
    />
  );
}

interface ActionsProps {
  segment: Segment;
  show: (render: RenderDialog) => void;
}

function Actions({ segment, show }: ActionsProps) {
  const { id, name, project } = segment;
  const params = { path: { id } };
  return (
    <RowActions of={name}>
      <RowButton
        needs={project ? ['UPDATE_SEGMENT', 'UPDATE_PROJECT_SEGMENT'] : 'UPDATE_SEGMENT'}
        place={project ? { project } : {}}
        onClick={() => show((close) => <EditSegment segment={segment} onClose={close} />)}
      >
        {uiTexts.edit}
      </RowButton>
      <RowButton
        onClick={() =>
          show((close) => (
            <UsageDialog
              name={name}
              read={(signal) =>
                bodyOf(api.GET('/api/admin/segments/{id}/strategies', { params, signal }))
              }
              onClose={close}
            />
          ))
        }
      >
        {usageTexts.show}
      </RowButton>
      <DeleteSegment segment={segment} show={show} />
    </RowActions>
  );
}

/** The service refuses to delete a segment that features use. */
function DeleteSegment({ segment: { id, name, project }, show }: ActionsProps) {
  const path = { id };
  const remove = (options: { query?: { dryRun: true }; header?: { 'If-Match'?: string } }) =>
    bodyOf(api.DELETE(PATH, { params: { path, ...options } }));
  return (
    <RowRemoval
      needs={project ? ['DELETE_SEGMENT', 'UPDATE_PROJECT_SEGMENT'] : 'DELETE_SEGMENT'}
      place={project ? { project } : {}}
      show={show}
      title={texts.deleteTitle(name)}
      done={uiTexts.removed(name)}
      outdates={['segments', 'features']}
      preview={{
        of: `segment ${id}`,
        read: () => remove({ query: { dryRun: true } }) as Promise<Preview>,
      }}
      read={(signal) => versionedBodyOf(api.GET(PATH, { params: { path }, signal }))}
      send={(header) => remove({ header })}
    />
  );
}
