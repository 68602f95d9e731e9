import { NativeSelect, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api, bodyOf, type Schemas } from '../../../api/client.js';
import { versionedBodyOf } from '../../../api/versioned.js';
import { ConstraintEditor, useConstraintFaults } from '../constraints/constraint-editor.js';
import type { Constraint } from '../constraints/operators.js';
import { projectsQuery } from '../projects/project-queries.js';
import { segmentTexts as texts } from '../../../texts/definitions.js';
import { uiTexts } from '../../../texts/ui.js';
import { EditDialog } from '../../../kit/edit-dialog.js';
import { FormDialog, textOf } from '../../../kit/form-dialog.js';
import { DescriptionField, NameField } from '../../../kit/name-field.js';
import type { Segment } from './segment-queries.js';

const PATH = '/api/admin/segments/{id}';
const OUTDATES = ['segments', 'features'];
const NAME_LENGTH = 500;

interface FieldsProps {
  segment?: Segment;
  /** Told whether values of constraints do not suit their operators. */
  onFaults: (hasFaults: boolean) => void;
}

function Fields({ segment, onFaults }: FieldsProps) {
  const { data: projects = [] } = useQuery(projectsQuery());
  const [constraints, setConstraints] = useState(
    () => (segment?.constraints ?? []) as Constraint[],
  );
  const [project, setProject] = useState(segment?.project ?? '');
  const hasFaults = useConstraintFaults(constraints);
  useEffect(() => onFaults(hasFaults), [hasFaults, onFaults]);
  return (
    <>
      <NameField maxLength={NAME_LENGTH} defaultValue={segment?.name} />
      <DescriptionField value={segment?.description} />
      <NativeSelect
        label={texts.project}
        data={[
          { value: '', label: texts.allProjects },
          ...projects.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        value={project}
        onChange={({ currentTarget: { value } }) => setProject(value)}
      />
      <Title order={3} size="h5">
        {texts.constraints}
      </Title>
      <ConstraintEditor project={project} value={constraints} onChange={setConstraints} />
      <input type="hidden" name="project" value={project} />
      <input type="hidden" name="constraints" value={JSON.stringify(constraints)} />
    </>
  );
}

function segmentOf(form: FormData): Schemas['SegmentDto'] {
  return {
    name: textOf(form, 'name'),
    description: textOf(form, 'description'),
    project: textOf(form, 'project') || null,
    constraints: JSON.parse(textOf(form, 'constraints')) as Constraint[],
  };
}

/** Creates a segment for all projects or for one. */
export function CreateSegment({ onClose }: { onClose: () => void }) {
  const [hasFaults, setFaults] = useState(false);
  return (
    <FormDialog
      title={texts.create}
      size="xl"
      isBlocked={hasFaults}
      outdates={OUTDATES}
      onClose={onClose}
      send={(form) => bodyOf(api.POST('/api/admin/segments', { body: segmentOf(form) }))}
    >
      <Fields onFaults={setFaults} />
    </FormDialog>
  );
}

interface EditSegmentProps {
  segment: Segment;
  onClose: () => void;
}

/** Edits a segment; all features that use it change at once. */
export function EditSegment({ segment: { id, name }, onClose }: EditSegmentProps) {
  const [hasFaults, setFaults] = useState(false);
  const path = { path: { id } };
  return (
    <EditDialog
      title={texts.editTitle(name)}
      size="xl"
      thing={['segments', id]}
      read={(signal) => versionedBodyOf(api.GET(PATH, { params: path, signal }))}
      isBlocked={hasFaults}
      done={uiTexts.done(name)}
      outdates={OUTDATES}
      onClose={onClose}
      send={(form, header) =>
        bodyOf(api.PUT(PATH, { params: { ...path, header }, body: segmentOf(form) }))
      }
      proposal={(form) => ({
        changes: [{ action: 'updateSegment', payload: { ...segmentOf(form), id } }],
      })}
    >
      {(segment) => <Fields segment={segment} onFaults={setFaults} />}
    </EditDialog>
  );
}
