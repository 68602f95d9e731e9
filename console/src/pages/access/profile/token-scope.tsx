import { Checkbox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { environmentsQuery } from '../../flags/environments/environment-queries.js';
import { projectsQuery } from '../../flags/projects/project-queries.js';
import { profileTexts as texts } from '../../../texts/profile.js';
import { isTicked, textOf } from '../../../kit/form-dialog.js';
import { MultiChoice } from '../../../kit/multi-choice.js';

/** What a token may do; what is missing is not limited. */
interface Scope {
  readOnly?: boolean;
  projects?: string[];
  environments?: string[];
}

/** Fields that take permissions away from a token. {@link scopeOf} reads them. */
export function TokenScopeFields({ scope, readOnlyHint }: TokenScopeFieldsProps) {
  const { data: projects = [] } = useQuery(projectsQuery());
  const { data: environments = [] } = useQuery(environmentsQuery);
  const choice = { searchable: true, clearable: true, limit: 50, description: texts.limitHint };
  return (
    <>
      <Checkbox
        name="readOnly"
        label={texts.readOnly}
        description={readOnlyHint}
        defaultChecked={scope?.readOnly}
      />
      <MultiChoice
        {...choice}
        name="projects"
        label={texts.limitProjects}
        data={projects.map(({ id, name }) => ({ value: id, label: name }))}
        defaultValue={scope?.projects ?? []}
      />
      <MultiChoice
        {...choice}
        name="environments"
        label={texts.limitEnvironments}
        data={environments.map(({ name }) => name)}
        defaultValue={scope?.environments ?? []}
      />
    </>
  );
}

interface TokenScopeFieldsProps {
  /** What is chosen at first, as the service answers it. */
  scope?: { readOnly: boolean; projects: string[] | null; environments: string[] | null };
  readOnlyHint: string;
}

/** The property `scope` of a request; nothing when nothing is taken away. */
export function scopeOf(form: FormData): { scope?: Scope } {
  const chosen = (name: 'projects' | 'environments'): Scope => {
    const values = textOf(form, name).split(',').filter(Boolean);
    return values.length > 0 ? { [name]: values } : {};
  };
  const scope: Scope = {
    ...(isTicked(form, 'readOnly') ? { readOnly: true } : {}),
    ...chosen('projects'),
    ...chosen('environments'),
  };
  return Object.keys(scope).length > 0 ? { scope } : {};
}
