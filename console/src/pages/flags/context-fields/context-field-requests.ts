import { api, bodyOf, type Schemas } from '../../../api/client.js';
import { type Versioned, versionedBodyOf } from '../../../api/versioned.js';
import type { ContextField } from './context-field-queries.js';

const PATH = '/api/admin/context/{contextField}';
const PROJECT_PATH = '/api/admin/projects/{projectId}/context/{contextField}';

/** A context field, of one project or of all. */
export interface FieldPlace {
  name: string;
  project?: string;
}

const pathOf = ({ name, project }: FieldPlace) => ({
  contextField: name,
  projectId: project ?? '',
});

export function readField(
  place: FieldPlace,
  signal: AbortSignal,
): Promise<Versioned<ContextField>> {
  const options = { params: { path: pathOf(place) }, signal };
  return versionedBodyOf(place.project ? api.GET(PROJECT_PATH, options) : api.GET(PATH, options));
}

export function createField(
  project: string | undefined,
  body: Schemas['CreateContextFieldDto'],
): Promise<unknown> {
  if (!project) return bodyOf(api.POST('/api/admin/context', { body }));
  const params = { path: { projectId: project } };
  return bodyOf(api.POST('/api/admin/projects/{projectId}/context', { params, body }));
}

/** Changes the version that the header names. */
export function changeField(
  place: FieldPlace,
  header: { 'If-Match'?: string },
  body: Schemas['UpdateContextFieldDto'],
): Promise<unknown> {
  const options = { params: { path: pathOf(place), header }, body };
  return bodyOf(place.project ? api.PUT(PROJECT_PATH, options) : api.PUT(PATH, options));
}

/** Deletes the version that the header names. */
export function removeField(place: FieldPlace, header: { 'If-Match'?: string }): Promise<unknown> {
  const options = { params: { path: pathOf(place), header } };
  return bodyOf(place.project ? api.DELETE(PROJECT_PATH, options) : api.DELETE(PATH, options));
}
