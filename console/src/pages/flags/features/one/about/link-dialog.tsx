import { NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, bodyOf } from '../../../../../api/client.js';
import { ifMatch } from '../../../../../api/versioned.js';
import { projectQuery } from '../../../projects/project-queries.js';
import { featureLinkTexts as texts } from '../../../../../texts/feature-links.js';
import { uiTexts } from '../../../../../texts/ui.js';
import { FormDialog, textOf } from '../../../../../kit/form-dialog.js';
import { type Feature, FEATURE_ROOTS } from '../../feature-queries.js';
import type { FeatureLink } from './feature-links.js';

const MAX_URL = 2_000;
const MAX_TITLE = 255;

interface LinkDialogProps {
  feature: Feature;
  /** The link to change; a new one is added when omitted. */
  link?: FeatureLink;
  onClose: () => void;
}

/** Adds a link to a feature, possibly from a template of its project, or changes one. */
export function LinkDialog({ feature: given, link, onClose }: LinkDialogProps) {
  // The version that the person sees, whatever others save meanwhile.
  const [feature] = useState(given);
  const [url, setUrl] = useState(link?.url ?? '');
  const [title, setTitle] = useState(link?.title ?? '');
  const fill = ({ url, title }: { url: string; title: string }): void => {
    setUrl(url);
    setTitle(title);
  };
  return (
    <FormDialog
      title={link ? texts.editTitle : texts.addTitle(feature.name)}
      action={link ? uiTexts.save : texts.add}
      send={(form) => save(feature, link, textOf(form, 'url'), textOf(form, 'title'))}
      done={link ? texts.saved : texts.added}
      outdates={FEATURE_ROOTS}
      onClose={onClose}
    >
      {!link && <Templates feature={feature} choose={fill} />}
      <TextInput
        data-autofocus
        name="url"
        type="url"
        required
        maxLength={MAX_URL}
        pattern="[Hh][Tt][Tt][Pp][Ss]?://\S+"
        label={texts.url}
        description={texts.urlHint}
        value={url}
        onChange={({ currentTarget: { value } }) => setUrl(value)}
      />
      <TextInput
        name="title"
        maxLength={MAX_TITLE}
        label={texts.title}
        description={texts.titleHint}
        value={title}
        onChange={({ currentTarget: { value } }) => setTitle(value)}
      />
    </FormDialog>
  );
}

interface TemplatesProps {
  feature: Feature;
  choose: (link: { url: string; title: string }) => void;
}

/** The link templates of the project, filled in for the feature; nothing if it has none. */
function Templates({ feature: { project, name }, choose }: TemplatesProps) {
  const { data } = useQuery(projectQuery(project));
  const templates = (data?.linkTemplates ?? []).map(({ urlTemplate, title }) => ({
    url: filledIn(urlTemplate, project, name),
    title: title ?? '',
  }));
  if (templates.length === 0) return null;
  return (
    <NativeSelect
      label={texts.template}
      data={[
        { value: '', label: texts.noTemplate },
        ...templates.map((one, n) => ({ value: String(n), label: one.title || one.url })),
      ]}
      onChange={({ currentTarget: { value } }) => value && choose(templates[Number(value)]!)}
    />
  );
}

function filledIn(template: string, project: string, feature: string): string {
  const url = template
    .replaceAll('{{project}}', encodeURIComponent(project))
    .replaceAll('{{feature}}', encodeURIComponent(feature));
  return new URL(url, window.location.origin).href;
}

function save(
  feature: Feature,
  link: FeatureLink | undefined,
  url: string,
  title: string,
): Promise<unknown> {
  const place = { projectId: feature.project, featureName: feature.name };
  const header = ifMatch(feature);
  const body = { url, title: title || null };
  if (link)
    return bodyOf(
      api.PUT('/api/admin/projects/{projectId}/features/{featureName}/link/{linkId}', {
        params: { path: { ...place, linkId: link.id }, header },
        body,
      }),
    );
  return bodyOf(
    api.POST('/api/admin/projects/{projectId}/features/{featureName}/link', {
      params: { path: place, header },
      body,
    }),
  );
}
