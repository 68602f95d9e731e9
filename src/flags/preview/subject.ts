import type { Request } from 'express';
import type { DryRunSubject } from '../../platform/http/endpoint-promise.js';
import { MAX_VALUES } from '../../platform/http/validation/bounds.js';
import type { ChangeSubject } from './impacts.js';

/** Whether a body that was not validated yet has a list of names that a bulk change accepts. */
export function hasFeatureNames(body: unknown): boolean {
  const features = (body as { features?: unknown } | undefined)?.features;
  return (
    Array.isArray(features) &&
    features.length <= MAX_VALUES &&
    features.every((name) => typeof name === 'string')
  );
}

/** What a valid request is about, by its path and body. */
export function subjectOf(of: DryRunSubject, request: Request): ChangeSubject {
  const { projectId, featureName, environment, id, name } = request.params as Record<
    string,
    string
  >;
  const isOn = request.path.endsWith('/on');
  switch (of) {
    case 'feature':
      return {
        features: [featureName!],
        project: projectId!,
        environment: environment ?? null,
        isOn,
      };
    case 'features': {
      const { features } = request.body as { features: string[] };
      return { features, project: projectId!, environment: environment ?? null, isOn };
    }
    case 'segment':
      return { segment: Number(id) };
    case 'environment':
      return { environment: (environment ?? name)!, project: projectId ?? null };
    case 'project':
      return { project: projectId! };
  }
}
