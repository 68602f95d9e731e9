import { List, NativeSelect, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, bodyOf } from '../../../../../api/client.js';
import { projectChoices } from '../../../projects/project-choices.js';
import { PROJECTS_PATH } from '../../../projects/project-path.js';
import { projectsQuery } from '../../../projects/project-queries.js';
import { Link } from '../../../../../app/router/link.js';
import { navigate } from '../../../../../app/router/location.js';
import { useMe } from '../../../../../app/session/me.js';
import { moveTexts as texts } from '../../../../../texts/feature-move.js';
import { FormDialog } from '../../../../../kit/form-dialog.js';
import { PermittedButton } from '../../../../../kit/permitted-button.js';
import { FailureNotice, Loading } from '../../../../../kit/states.js';
import { useDialog } from '../../../../../kit/use-dialog.js';
import { featurePath } from '../../feature-path.js';
import { type Feature, FEATURE_ROOTS } from '../../feature-queries.js';

const NEEDS = 'MOVE_FEATURE_TOGGLE';
const OUTDATES = [...FEATURE_ROOTS, 'projects'];

/** Moves a feature to another project, in which the person may do so, too. */
export function MoveButton({ feature }: { feature: Feature }) {
  const [dialog, show] = useDialog();
  return (
    <>
      <PermittedButton
        needs={NEEDS}
        place={{ project: feature.project }}
        variant="default"
        onClick={() => show((close) => <MoveDialog feature={feature} onClose={close} />)}
      >
        {texts.action}
      </PermittedButton>
      {dialog}
    </>
  );
}

interface MoveDialogProps {
  feature: Feature;
  onClose: () => void;
}

function MoveDialog({ feature: { project: projectId, name }, onClose }: MoveDialogProps) {
  const [chosen, setChosen] = useState('');
  const move = async (): Promise<void> => {
    await bodyOf(
      api.POST('/api/admin/projects/{projectId}/features/{featureName}/changeProject', {
        params: { path: { projectId, featureName: name } },
        body: { newProjectId: chosen },
      }),
    );
    navigate(featurePath(chosen, name));
  };
  return (
    <FormDialog
      title={texts.title(name)}
      action={texts.action}
      isBlocked={chosen === ''}
      send={move}
      done={texts.moved(name, chosen)}
      outdates={OUTDATES}
      onClose={onClose}
    >
      <ProjectChoice present={projectId} chosen={chosen} onChange={setChosen} />
      <Text size="sm">{texts.rules}</Text>
      <List size="sm">
        {texts.conditions.map((condition) => (
          <List.Item key={condition}>{condition}</List.Item>
        ))}
      </List>
      <Text size="sm">{texts.tokens}</Text>
    </FormDialog>
  );
}

interface ChoiceProps {
  present: string;
  chosen: string;
  onChange: (project: string) => void;
}

/** The other projects; those in which the person lacks the permission cannot be chosen. */
function ProjectChoice({ present, chosen, onChange }: ChoiceProps) {
  const me = useMe();
  const { data, error, refetch } = useQuery(projectsQuery());
  if (!data)
    return error ? <FailureNotice error={error} retry={() => void refetch()} /> : <Loading />;
  const others = data.filter(({ id }) => id !== present);
  if (others.length === 0)
    return (
      <Text>
        {texts.none} <Link to={PROJECTS_PATH}>{texts.toProjects}</Link>
      </Text>
    );
  return (
    <NativeSelect
      data-autofocus
      label={texts.project}
      value={chosen}
      data={[{ value: '', label: texts.choose }, ...projectChoices(me, others, NEEDS)]}
      onChange={({ currentTarget: { value } }) => onChange(value)}
    />
  );
}
