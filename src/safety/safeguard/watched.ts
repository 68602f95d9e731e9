import { randomUUID } from 'node:crypto';
import { BadDataError } from '../../platform/errors/general.errors.js';
import { startOf } from '../../platform/http/body/storable.js';
import {
  isSameMetric,
  limitOf,
  reasonOf,
  shownNumber,
  watchedOf,
  type WatchedSafeguard,
} from '../../governance/release-plan/safeguard/safeguard-rules.js';
import type { FeatureSafeguardDto } from './feature-safeguard.dto.js';

/** How many characters of a query a sentence has. */
const MOST_SHOWN = 200;

/** A safeguard that watches what a query of Prometheus finds. */
interface QuerySafeguard extends Pick<WatchedSafeguard, 'id' | 'triggerCondition'> {
  prometheusQuery: string;
}

/** A safeguard of a feature: of usage, or of a query. */
export type FeatureSafeguard = WatchedSafeguard | QuerySafeguard;

/** What a safeguard of a feature found beyond its limit. */
export interface Crossing {
  safeguard: FeatureSafeguard;
  value: number;
}

/** Whether a safeguard watches a query. */
export function isQuery(safeguard: FeatureSafeguard): safeguard is QuerySafeguard {
  return 'prometheusQuery' in safeguard;
}

/**
 * A new safeguard.
 * @throws BadDataError when it has not one thing to watch, or metric, mode and labels do not go
 * together.
 */
export function safeguardOf(dto: FeatureSafeguardDto): FeatureSafeguard {
  const { impactMetric, prometheusQuery, triggerCondition } = dto;
  if (impactMetric && prometheusQuery === undefined)
    return watchedOf({ impactMetric, triggerCondition });
  if (!impactMetric && prometheusQuery !== undefined)
    return { id: randomUUID(), prometheusQuery, triggerCondition };
  throw new BadDataError('A safeguard needs either an "impactMetric" or a "prometheusQuery".');
}

/** Whether two safeguards watch the same. */
export function watchesSame(one: FeatureSafeguard, other: FeatureSafeguard): boolean {
  if (isQuery(one) || isQuery(other))
    return isQuery(one) && isQuery(other) && one.prometheusQuery === other.prometheusQuery;
  return isSameMetric(one, other);
}

/** What a safeguard found, in a sentence. */
export function sentenceOf({ safeguard, value }: Crossing): string {
  if (!isQuery(safeguard)) return reasonOf({ safeguard, value });
  const { prometheusQuery: query, triggerCondition } = safeguard;
  const shown = query.length > MOST_SHOWN ? `${startOf(query, MOST_SHOWN)}…` : query;
  const found = `${shownNumber(value)}, ${limitOf(triggerCondition)}`;
  return `The result of ${shown} is ${found}.`;
}
