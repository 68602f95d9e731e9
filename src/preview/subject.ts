import type { Request } from 'express';
import type { DryRunSubject } from '../http/endpoint-promise.js';
import type { ChangeSubject } from './impacts.js';

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
