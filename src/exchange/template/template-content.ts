import type { CodeFeatureDto, DesiredStateDto } from '../as-code/desired-state.dto.js';

/** A text for each parameter. */
export type Values = Readonly<Record<string, string>>;

/** Replaces something in every text of a value, also in names of properties. */
function inTexts(value: unknown, replace: (text: string) => string): unknown {
  if (typeof value === 'string') return replace(value);
  if (Array.isArray(value)) return value.map((one) => inTexts(one, replace));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [replace(key), inTexts(one, replace)]),
  );
}

/** What a template makes with these values. Unknown parameters stay as they are written. */
export function filledIn(content: object, values: Values): object {
  return inTexts(content, (text) =>
    text.replace(/\{\{([\w-]+)\}\}/g, (all, name: string) =>
      Object.hasOwn(values, name) ? values[name]! : all,
    ),
  ) as object;
}

/** The content of a template that makes a feature like this one. */
export function contentOfFeature(feature: CodeFeatureDto, presets: Values): object {
  const content = {
    ...off(feature),
    name: '{{name}}',
    project: '{{project}}',
    dependencies: undefined,
  };
  return withParameters({ features: [JSON.parse(JSON.stringify(content))] }, presets);
}

/**
 * The content of a template that makes a project like this one, with its features and segments.
 * Their names are unique in the instance, so the id of the project becomes a part of them.
 */
export function contentOfProject(
  id: string,
  { projects = [], features = [], segments = [] }: DesiredStateDto,
  presets: Values,
): object {
  const own = segments.filter(({ project }) => project === id);
  const renamed = new Map(
    [...features, ...own].map(({ name }) => [name, nameIn(id, name)] as const),
  );
  const project = projects.find((one) => one.id === id);
  const content = {
    projects: [{ ...project, id: '{{project}}', name: '{{name}}' }],
    segments: own.map((one) => ({ ...one, project: '{{project}}' })),
    features: features.map((one) => ({ ...off(one), project: '{{project}}' })),
  };
  const plain = JSON.parse(JSON.stringify(content)) as object;
  return withParameters(inTexts(plain, (text) => renamed.get(text) ?? text) as object, presets);
}

/** The name of something in a project that is made from a template of another one. */
function nameIn(project: string, name: string): string {
  return name.includes(project) ? name.replaceAll(project, '{{project}}') : `{{project}}-${name}`;
}

/** A feature that is off everywhere, without the mark that it is stale. */
function off(feature: CodeFeatureDto): CodeFeatureDto {
  const environments = (feature.environments ?? []).map((place) => ({
    ...place,
    enabled: undefined,
  }));
  return { ...feature, stale: undefined, environments } as CodeFeatureDto;
}

/** Puts parameters in place of their presets, the longest first. */
function withParameters(content: object, presets: Values): object {
  const found = Object.entries(presets).sort(([, a], [, b]) => b.length - a.length);
  return inTexts(content, (text) =>
    found.reduce((so, [name, preset]) => so.replaceAll(preset, `{{${name}}}`), text),
  ) as object;
}

/**
 * What is made: features that are off, in the environments that their project has.
 * @param environments Of the project; all that are described without.
 */
export function madeFrom(
  state: DesiredStateDto,
  environments: readonly string[] | undefined,
): DesiredStateDto {
  const features = state.features?.map((feature) => {
    const plain = off(feature);
    const places = plain.environments?.filter(({ name }) => environments?.includes(name) ?? true);
    return { ...plain, environments: places };
  });
  return { ...state, ...(features ? { features } : {}) } as DesiredStateDto;
}
