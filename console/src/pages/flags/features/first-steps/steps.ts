import type { ApiToken } from '../../../access/api-tokens/api-token-queries.js';
import { firstStepsTexts as texts } from '../../../../texts/first-steps.js';
import { featurePath, newFeaturePath } from '../feature-path.js';
import type { FoundFeature } from '../feature-queries.js';

/** Something that a new instance needs, and where it is done: on another page, or right here. */
export interface Step {
  title: string;
  hint: string;
  isDone: boolean;
  link?: { to: string; label: string };
  /** Creates a token. */
  createsToken?: boolean;
  /** The token for which snippets are shown. */
  connects?: ApiToken;
}

/** The steps from an empty service to an application that asks for a feature, in order. */
export function stepsOf(features: readonly FoundFeature[], tokens: readonly ApiToken[]): Step[] {
  const [first] = features;
  const ofSdks = tokens.filter(({ type }) => type !== 'admin');
  const newest = ofSdks.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt))[0];
  const isOn = ({ environments }: FoundFeature): boolean =>
    environments.some(({ enabled }) => enabled);
  const create = { to: newFeaturePath(), label: texts.create.link };
  const open = first && {
    to: featurePath(first.project, first.name),
    label: texts.turnOn.link(first.name),
  };
  return [
    { ...texts.create, isDone: first !== undefined, link: create },
    { ...texts.turnOn, isDone: features.some(isOn), link: open ?? create },
    { ...texts.token, isDone: ofSdks.length > 0, createsToken: true },
    {
      ...texts.connect,
      isDone: ofSdks.some(({ seenAt }) => seenAt !== null),
      createsToken: true,
      ...(newest ? { connects: newest } : {}),
    },
  ];
}
