import { ExceedsLimitError } from '../../platform/errors/general.errors.js';
import type { CodeFeatureDto, DesiredStateDto } from '../as-code/desired-state.dto.js';

/** A text for each parameter. */
export type Values = Readonly<Record<string, string>>;

/** Maximum length of the JSON of a template, and of what it makes, in characters. */
export const MAX_CONTENT = 1_000_000;

const PARAMETER = /\{\{[\w-]+\}\}/;

/** Replaces something in every text of a value, but not in names of properties. */
function inTexts(value: unknown, replace: (text: string) => string): unknown {
  if (typeof value === 'string') return replace(value);
  if (Array.isArray(value)) return value.map((one) => inTexts(one, replace));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, inTexts(one, replace)]),
  );
}

/**
 * Replaces what matches by its replacement, if it has one, in every text of a content.
 * @throws ExceedsLimitError while the result grows too long, before it is made.
 */
function replaced(
  content: object,
  matching: RegExp,
  replacements: ReadonlyMap<string, string>,
): object {
  const lengths = new Map([...replacements].map(([from, to]) => [from, inJson(to) - inJson(from)]));
  let length = JSON.stringify(content).length;
  const replace = (found: string): string => {
    length += lengths.get(found) ?? 0;
    if (length > MAX_CONTENT)
      throw new ExceedsLimitError(`A template makes at most ${MAX_CONTENT} characters.`);
    return replacements.get(found) ?? found;
  };
  return inTexts(content, (text) => text.replace(matching, replace)) as object;
}

const inJson = (text: string): number => JSON.stringify(text).length;

/**
 * What a template makes with these values. Unknown parameters stay as they are written.
 * @throws ExceedsLimitError when it would be too long.
 */
export function filledIn(content: object, values: Values): object {
  const found = Object.entries(values).map(([name, value]) => [`{{${name}}}`, value] as const);
  return replaced(content, new RegExp(PARAMETER, 'g'), new Map(found));
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

/**
 * Puts parameters in place of their presets, the longest first, all at once: neither a parameter
 * that is there already nor one that was just put in is searched for presets.
 */
function withParameters(content: object, presets: Values): object {
  const found = Object.entries(presets)
    .map(([name, preset]) => [preset, `{{${name}}}`] as const)
    .sort(([a], [b]) => b.length - a.length);
  const texts = found.map(([preset]) => preset.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  const matching = new RegExp([PARAMETER.source, ...texts].join('|'), 'g');
  return replaced(content, matching, new Map(found));
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
