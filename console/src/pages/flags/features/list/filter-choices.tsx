import { Button, Checkbox, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { featureListTexts as texts } from '../../../../texts/feature-list.js';
import { featureTexts } from '../../../../texts/features.js';
import { type Option, withCurrent } from '../../../../kit/options.js';
import styles from './filter-choices.module.css';
import { filterOptionsQuery } from './filter-options.js';
import type { FiltersProps } from './filters.js';
import type { ListSearch } from './list-search.js';

/** The filters of the list. */
export function FilterChoices({ search, project, onChange }: FiltersProps) {
  const { data } = useQuery(filterOptionsQuery);
  const option = (value: string, label = value) => ({ value, label });
  const any = option('', texts.any);
  const select = (
    key: 'project' | 'type' | 'tag' | 'stage' | 'state' | 'on',
    options: readonly Option[],
  ) => (
    <NativeSelect
      label={key === 'on' || key === 'tag' ? texts[key] : texts.facts[key]}
      data={[any, ...withCurrent(options, search[key])]}
      value={search[key] ?? ''}
      onChange={({ currentTarget: { value } }) => onChange({ [key]: value || undefined })}
    />
  );
  return (
    <div className={styles.choices}>
      {project === undefined && select('project', data?.projects ?? [])}
      {select(
        'state',
        Object.entries(texts.states).map(([value, label]) => option(value, label)),
      )}
      {select('on', data?.environments ?? [])}
      {select('type', data?.types ?? [])}
      {select(
        'stage',
        Object.entries(featureTexts.stages).map(([value, label]) => option(value, label)),
      )}
      {select('tag', data?.tags ?? [])}
      <NativeSelect
        label={texts.creator}
        data={[any, ...withCurrent(data?.creators ?? [], search.creator?.toString())]}
        value={search.creator?.toString() ?? ''}
        onChange={({ currentTarget: { value } }) =>
          onChange({ creator: Number(value) || undefined })
        }
      />
      <Checkbox
        className={styles.archived}
        label={texts.archived}
        checked={search.archived ?? false}
        onChange={({ currentTarget: { checked } }) => onChange({ archived: checked || undefined })}
      />
      <Checkbox
        className={styles.archived}
        label={texts.unused}
        checked={search.unused ?? false}
        onChange={({ currentTarget: { checked } }) => onChange({ unused: checked || undefined })}
      />
      <Button
        variant="subtle"
        className={styles.reset}
        disabled={Object.keys(NONE).every((name) => search[name as keyof ListSearch] === undefined)}
        onClick={() => onChange(NONE)}
      >
        {texts.reset}
      </Button>
    </div>
  );
}

const NONE: ListSearch = {
  project: undefined,
  type: undefined,
  tag: undefined,
  stage: undefined,
  state: undefined,
  creator: undefined,
  archived: undefined,
  on: undefined,
  unused: undefined,
};
