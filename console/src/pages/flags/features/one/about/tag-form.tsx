import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api, bodyOf } from '../../../../../api/client.js';
import { tagFormTexts as formTexts } from '../../../../../texts/edit-feature.js';
import { featurePageTexts as texts } from '../../../../../texts/feature-page.js';
import { uiTexts } from '../../../../../texts/ui.js';
import { useAction } from '../../../../../kit/use-action.js';
import { type Feature, FEATURE_ROOTS } from '../../feature-queries.js';
import styles from './about.module.css';
import { tagTypesQuery } from './feature-options.js';
import { nameOf } from './feature-tags.js';

const MAX_LENGTH = 50;

/** Adds a tag to a feature. */
export function TagForm({ feature, onClose }: { feature: Feature; onClose: () => void }) {
  const { data: types = ['simple'] } = useQuery(tagTypesQuery);
  const [type, setType] = useState('simple');
  const [value, setValue] = useState('');
  const tag = { type: types.includes(type) ? type : types[0]!, value: value.trim() };
  const add = useAction(
    () =>
      bodyOf(
        api.POST('/api/admin/features/{featureName}/tags', {
          params: { path: { featureName: feature.name } },
          body: tag,
        }),
      ),
    { done: formTexts.tagAdded(nameOf(tag)), outdates: [...FEATURE_ROOTS, 'tags'] },
  );
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    add.mutate(undefined, { onSuccess: onClose });
  };
  return (
    <form onSubmit={submit} className={styles.tags}>
      <NativeSelect
        size="xs"
        aria-label={formTexts.tagType}
        data={types}
        value={tag.type}
        onChange={(event) => setType(event.currentTarget.value)}
      />
      <TextInput
        size="xs"
        aria-label={formTexts.tagValue}
        placeholder={formTexts.tagValue}
        autoFocus
        required
        minLength={2}
        maxLength={MAX_LENGTH}
        value={value}
        onChange={(event) => setValue(event.currentTarget.value)}
      />
      <Button type="submit" size="xs" loading={add.isPending}>
        {texts.add}
      </Button>
      <Button size="xs" variant="default" onClick={onClose}>
        {add.isPending ? uiTexts.close : uiTexts.cancel}
      </Button>
    </form>
  );
}
