import { anyPayloadOf, type KeysOf, payloadOf } from '../../event/event-payload.sql.js';
import type { EventOf, ProjectKey, StoredEvent } from '../../event/event.types.js';

/**
 * Ids of private projects, those included that are gone: what the audit log has of them stays
 * private.
 */
export const PRIVATE_PROJECTS = /* sql */ `
  SELECT p.id FROM project p WHERE p.mode = 'private'
  UNION SELECT e.project FROM event e
   WHERE e.type = 'project-deleted'
     AND ${anyPayloadOf<EventOf<'project-deleted'>>().text('data', 'mode')} = 'private'
     AND NOT EXISTS (SELECT FROM project p WHERE p.id = e.project)`;

// What belongs to a project by more than a column that names it. `hidden` is an array of projects,
// as SQL: where it is empty, nothing is of them.

/**
 * Whether a name is that of a feature of these projects; of a feature that is gone, whether it ever
 * was, which the audit log tells.
 */
export const isHiddenFeature = (name: string, hidden: string): string => /* sql */ `(
  cardinality(${hidden}) > 0 AND COALESCE(
    (SELECT own.project = ANY (${hidden}) FROM feature own WHERE own.name = ${name}),
    EXISTS (SELECT FROM event own
      WHERE own.feature_name = ${name} AND own.project = ANY (${hidden}))))`;

/**
 * Whether all that is known of an application is about these projects: the tokens that it came
 * with, and the features that it used. Which applications these are is found out once in a
 * statement, however many it asks about.
 */
export const isHiddenApplication = (name: string, hidden: string): string => /* sql */ `(
  cardinality(${hidden}) > 0 AND ${name} IN (
    SELECT own.app_name FROM client_application_usage own
     WHERE own.project = ANY (${hidden})
       AND NOT EXISTS (SELECT FROM client_application_usage other
         WHERE other.app_name = own.app_name AND other.project <> ALL (${hidden})
                          AND (other.project = '*'
                            OR EXISTS (SELECT FROM project p WHERE p.id = other.project)))
       AND NOT EXISTS (SELECT FROM client_application_feature used
         JOIN feature f ON f.name = used.feature_name
                        WHERE used.app_name = own.app_name AND f.project <> ALL (${hidden}))))`;

/**
 * Whether a tag, a row of the table `tag`, is private to these projects: it was made for a feature
 * of one of them, and no feature of another project carries it. Who may not know of the projects
 * must not know of its value either.
 */
export const isHiddenTag = (tag: string, hidden: string): string => /* sql */ `(
  cardinality(${hidden}) > 0 AND COALESCE(${tag}.project = ANY (${hidden}), false) AND NOT EXISTS (
    SELECT FROM feature_tag carried JOIN feature f ON f.name = carried.feature_name
     WHERE carried.type = ${tag}.type AND carried.value = ${tag}.value
       AND f.project <> ALL (${hidden})))`;

type StoredType = StoredEvent['type'];

/** The keys in one payload that name projects, or what belongs to them. */
type ProjectKeyIn<Payload> = Payload extends object ? Extract<KeysOf<Payload>, ProjectKey> : never;

/**
 * Whether events of a type can name a project elsewhere than in their own column for it: they have
 * no such column, or a list of projects in it, or a payload with a key that names another project.
 */
type NamesProjects<Event extends StoredEvent> = Event extends { project: string }
  ? Exclude<ProjectKeyIn<Event['data'] | Event['preData']>, 'project'>
  : | ProjectKeyIn<Event['data'] | Event['preData']>
    | Extract<keyof Event, 'project' | 'featureName'>;

/** Their payload names the project that stands in their own column too. */
type OfOneProject = 'segment-created' | 'segment-deleted';
/** Groups of earlier versions named the projects in which they have a role. */
type FormerlyNaming = `group-${'created' | 'updated' | 'deleted'}`;

type NamingType = {
  [Type in StoredType]: [NamesProjects<EventOf<Type>>] extends [never] ? never : Type;
}[StoredType];

/**
 * Types of events that can name a project, or what belongs to one, elsewhere than in their own
 * column for it. A type that is missing here does not compile.
 */
const TELLING: Readonly<Record<Exclude<NamingType, OfOneProject> | FormerlyNaming, true>> = {
  'api-token-created': true,
  'api-token-updated': true,
  'api-token-deleted': true,
  'api-token-used': true,
  'addon-config-created': true,
  'addon-config-updated': true,
  'addon-config-deleted': true,
  'application-created': true,
  'application-updated': true,
  'application-deleted': true,
  'group-created': true,
  'group-updated': true,
  'group-deleted': true,
  'segment-updated': true,
  'feature-project-change': true,
  'features-exported': true,
  'feature-favorited': true,
  'feature-unfavorited': true,
  'tag-created': true,
  'tag-deleted': true,
};
const TELLING_TYPES = Object.keys(TELLING).join(',');

const telling = anyPayloadOf<EventOf<keyof typeof TELLING>>();
const tag = payloadOf<EventOf<'tag-created' | 'tag-deleted'>>();
const application =
  payloadOf<EventOf<'application-created' | 'application-updated' | 'application-deleted'>>();
const features = anyPayloadOf<EventOf<'features-exported'>>().json('data', 'features');

/** Whether events of a type can tell of a project that they do not belong to. */
export const canTell = (type: string): string => `${type} = ANY ('{${TELLING_TYPES}}'::text[])`;

/**
 * Whether the event `e`, which does not belong to one of these projects, nevertheless tells of
 * them.
 */
export const tellsOfHidden = (hidden: string): string => /* sql */ `(
  ${canTell('e.type')} AND COALESCE(
    string_to_array(e.project, ',') && ${hidden}
    OR ARRAY[${telling.text('data', 'project')}, ${telling.text('preData', 'project')},
             ${telling.text('data', 'oldProject')}, ${telling.text('data', 'newProject')}]
       && ${hidden}
    OR ${telling.json('data', 'projects')} ?| ${hidden}
    OR ${telling.json('preData', 'projects')} ?| ${hidden}
    OR ${isHiddenFeature('e.feature_name', hidden)}
    OR (e.type IN ('tag-created', 'tag-deleted') AND EXISTS (
      SELECT FROM tag own
       WHERE own.type = ${tag.text('data', 'type')} AND own.value = ${tag.text('data', 'value')}
         AND ${isHiddenTag('own', hidden)}))
    OR ${isHiddenApplication(application.text('either', 'appName'), hidden)}
    OR EXISTS (
      SELECT FROM jsonb_array_elements_text(
               CASE jsonb_typeof(${features}) WHEN 'array' THEN ${features} ELSE '[]' END)
               AS one (name)
       WHERE ${isHiddenFeature('one.name', hidden)}), false))`;

/** Whether whoever must not know of these projects may be told of the event `e`. */
export const isTellable = (hidden: string): string => /* sql */ `(
    (e.project IS NULL OR e.project <> ALL (${hidden})) AND NOT ${tellsOfHidden(hidden)})`;
