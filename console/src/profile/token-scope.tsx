import { Checkbox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { environmentsQuery } from '../environments/environment-queries.js';
import { projectsQuery } from '../projects/project-queries.js';
import { profileTexts as texts } from '../texts/profile.js';
import { isTicked, textOf } from '../ui/form-dialog.js';
import { MultiChoice } from '../ui/multi-choice.js';

/** Fields that take permissions away from a token. {@link scopeOf} reads them. */
export function TokenScopeFields({ readOnlyHint }: { readOnlyHint: string }) {
  const { data: projects = [] } = useQuery(projectsQuery());
  const { data: environments = [] } = useQuery(environmentsQuery);
  const choice = { searchable: true, clearable: true, limit: 50, description: texts.limitHint };
  return (
    <>
      <Checkbox name="readOnly" label={texts.readOnly} description={readOnlyHint} />
      <MultiChoice
        {...choice}
        name="projects"
        label={texts.limitProjects}
        data={projects.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <MultiChoice
        {...choice}
        name="environments"
        label={texts.limitEnvironments}
        data={environments.map(({ name }) => name)}
      />
    </>
  );
}

/** The property `scope` of a request; nothing when nothing is taken away. */
export function scopeOf(form: FormData) {
  const chosen = (name: string): string[] => textOf(form, name).split(',').filter(Boolean);
  const scope = {
    readOnly: isTicked(form, 'readOnly'),
    projects: chosen('projects'),
    environments: chosen('environments'),
  };
  const isLimited = scope.readOnly || scope.projects.length + scope.environments.length > 0;
  return isLimited ? { scope } : {};
}
