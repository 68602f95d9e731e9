import type { Schemas } from '../../../api/client.js';
import { percent } from '../../../texts/format.js';
import { strategyTexts as texts } from '../../../texts/strategies.js';

export type Strategy = Schemas['StrategyResponse'];

/** What to call a strategy: its title, or else its kind. */
export function nameOf({ name, title }: Pick<Strategy, 'name' | 'title'>): string {
  return title || (texts.names[name] ?? name);
}

/** Describes which users a strategy selects by its name and parameters. */
export function reachOf({ name, parameters }: Pick<Strategy, 'name' | 'parameters'>): string {
  if (name === 'default') return texts.everybody;
  if (name === 'flexibleRollout') {
    const { rollout = '100', stickiness } = parameters;
    const share = texts.rollout(percent(Number(rollout)));
    return stickiness && stickiness !== 'default'
      ? `${share} ${texts.stickyBy(stickiness)}`
      : share;
  }
  return Object.entries(parameters)
    .filter(([, value]) => value !== '')
    .map(([key, value]) => `${key}: ${value}`)
    .join(' · ');
}
