import type { Schemas } from '../../../api/client.js';
import { number, percent } from '../../../texts/format.js';
import { strategyTexts as texts } from '../../../texts/strategies.js';

export type Strategy = Schemas['StrategyResponse'];

/** What to call a strategy: its title, or else its kind. */
export function nameOf({ name, title }: Pick<Strategy, 'name' | 'title'>): string {
  return title || (texts.names[name] ?? name);
}

/** Which parameter of a strategy is its list of users, addresses or hosts. */
const LISTS = {
  userWithId: 'userIds',
  remoteAddress: 'IPs',
  applicationHostname: 'hostNames',
} as const;
/** More entries of a list are counted. */
const MOST = 5;

const isList = (name: string): name is keyof typeof LISTS => name in LISTS;

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
  if (isList(name)) return listed(name, parameters[LISTS[name]] ?? '');
  const given = Object.entries(parameters)
    .filter(([, value]) => value !== '')
    .map(([key, value]) => `${key}: ${value}`);
  return given.join(' · ') || texts.selectedBy(name);
}

function listed(name: keyof typeof LISTS, list: string): string {
  const entries = list
    .split(/[,\n]/)
    .map((entry) => entry.trim())
    .filter(Boolean);
  if (entries.length === 0) return texts.nobody;
  const left = entries.length - MOST;
  const more = left > 0 ? ` ${texts.more(number(left))}` : '';
  return `${texts.selected[name](entries.length)} ${entries.slice(0, MOST).join(', ')}${more}`;
}
