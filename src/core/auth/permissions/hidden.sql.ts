import type { KeysOf, ProjectKey } from '../../event/event-kind.js';
import { anyPayloadOf, payloadOf } from '../../event/event-payload.sql.js';
import type { EventOf, StoredEvent } from '../../event/event.types.js';

/** Ids of deleted private projects, whose audit log stays private; and `true`, which says so. */
export const DELETED_PRIVATE_PROJECTS = /* sql */ `
  SELECT d.id, true AS is_private FROM deleted_project d
   WHERE d.is_private AND NOT EXISTS (SELECT FROM project p WHERE p.id = d.id)`;

/** Ids of private projects, including deleted ones. */
export const PRIVATE_PROJECTS = /* sql */ `
  SELECT p.id FROM project p WHERE p.mode = 'private'
  UNION SELECT own.id FROM (${DELETED_PRIVATE_PROJECTS}) own`;

// Conditions for things that belong to a project in other ways than by a project column. `hidden`
// is an SQL array of project ids; an empty array matches nothing.

/**
 * Whether a feature belongs, or according to the audit log once belonged, to these projects. OFFSET
 * 0 keeps PostgreSQL from reading all events of the projects at once: few features are looked up.
 */
export const isHiddenFeature = (name: string, hidden: string): string => /* sql */ `(
  cardinality(${hidden}) > 0 AND COALESCE(
    (SELECT own.project = ANY (${hidden}) FROM feature own WHERE own.name = ${name}),
    EXISTS (SELECT FROM event own
      WHERE own.feature_name = ${name} AND own.project = ANY (${hidden}) OFFSET 0)))`;

/**
 * Whether everything known about an application concerns these projects: the tokens it used and the
 * features it reported, other than deleted ones whose names others have now. Evaluated once per
 * statement for all applications.
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
         JOIN feature f ON f.name = used.feature_name AND f.created_at <= used.hour
                        WHERE used.app_name = own.app_name AND f.project <> ALL (${hidden}))))`;

/**
 * Whether a row of `tag` is private to these projects: created for a feature of one of them and not
 * used by any feature of another project. Its value must then be hidden too.
 */
export const isHiddenTag = (tag: string, hidden: string): string => /* sql */ `(
  cardinality(${hidden}) > 0 AND COALESCE(${tag}.project = ANY (${hidden}), false) AND NOT EXISTS (
    SELECT FROM feature_tag carried JOIN feature f ON f.name = carried.feature_name
     WHERE carried.type = ${tag}.type AND carried.value = ${tag}.value
       AND f.project <> ALL (${hidden})))`;

type StoredType = StoredEvent['type'];

/** The keys of one payload that name projects, or things that belong to projects. */
type ProjectKeyIn<Payload> = Payload extends object ? Extract<KeysOf<Payload>, ProjectKey> : never;

/**
 * Whether events of a type can name a project outside the column `project`: they lack this column,
 * it contains a list, or a key of the payload names another project.
 */
type NamesProjects<Event extends StoredEvent> = Event extends { project: string }
  ? Exclude<ProjectKeyIn<Event['data'] | Event['preData']>, 'project'>
  : | ProjectKeyIn<Event['data'] | Event['preData']>
    | Extract<keyof Event, 'project' | 'featureName'>;

/** The payload only names the project in the column. */
type OfOneProject =
  | 'code-applied'
  | 'segment-created'
  | 'segment-deleted'
  | `${'context-field' | 'policy'}-${'created' | 'updated' | 'deleted'}`;
/** Groups of earlier versions named the projects in which they have a role. */
type FormerlyRevealing = `group-${'created' | 'updated' | 'deleted'}`;

type NamingType = {
  [Type in StoredType]: [NamesProjects<EventOf<Type>>] extends [never] ? never : Type;
}[StoredType];

/**
 * Event types that can name a project, or something that belongs to one, outside the column
 * `project`. A missing type does not compile.
 */
const REVEALING: Readonly<Record<Exclude<NamingType, OfOneProject> | FormerlyRevealing, true>> = {
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

const revealing = anyPayloadOf<EventOf<keyof typeof REVEALING>>();
const tag = payloadOf<EventOf<'tag-created' | 'tag-deleted'>>();
const application =
  payloadOf<EventOf<'application-created' | 'application-updated' | 'application-deleted'>>();
const features = anyPayloadOf<EventOf<'features-exported'>>().json('data', 'features');

/**
 * Whether events of a type can reveal a project other than their own.
 * @param except Types that the events do not have.
 */
export const canReveal = (type: string, except: readonly string[] = []): string => {
  const types = Object.keys(REVEALING).filter((one) => !except.includes(one));
  return `${type} = ANY ('{${types.join(',')}}'::text[])`;
};

/** Ways in which only some types of events reveal a project. */
const WAYS: readonly { types: readonly string[]; reveals: (hidden: string) => string }[] = [
  {
    types: ['tag-created', 'tag-deleted'],
    reveals: (hidden) => /* sql */ `
    (e.type IN ('tag-created', 'tag-deleted') AND EXISTS (
      SELECT FROM tag own
       WHERE own.type = ${tag.text('data', 'type')} AND own.value = ${tag.text('data', 'value')}
         AND ${isHiddenTag('own', hidden)}))`,
  },
  {
    types: ['application-created', 'application-updated', 'application-deleted'],
    reveals: (hidden) => isHiddenApplication(application.text('either', 'appName'), hidden),
  },
  {
    types: ['features-exported'],
    reveals: (hidden) => /* sql */ `
    EXISTS (
      SELECT FROM jsonb_array_elements_text(
               CASE jsonb_typeof(${features}) WHEN 'array' THEN ${features} ELSE '[]' END)
               AS one (name)
       WHERE ${isHiddenFeature('one.name', hidden)})`,
  },
];

/**
 * Whether the event `e` reveals one of these projects although it does not belong to it.
 * @param among The types that it can have, if not all: PostgreSQL plans less then.
 */
export const revealsHidden = (hidden: string, among?: readonly string[]): string => /* sql */ `(
  ${canReveal('e.type')} AND COALESCE(
    string_to_array(e.project, ',') && ${hidden}
    OR ARRAY[${revealing.text('data', 'project')}, ${revealing.text('preData', 'project')},
             ${revealing.text('data', 'oldProject')}, ${revealing.text('data', 'newProject')}]
       && ${hidden}
    OR ${revealing.json('data', 'projects')} ?| ${hidden}
    OR ${revealing.json('preData', 'projects')} ?| ${hidden}
    OR ${isHiddenFeature('e.feature_name', hidden)}
    ${WAYS.filter(({ types }) => !among || types.some((type) => among.includes(type)))
      .map(({ reveals }) => `OR ${reveals(hidden)}`)
      .join('\n    ')}, false))`;

/** Whether the event `e` neither belongs to one of these hidden projects nor reveals one. */
export const revealsNoHidden = (hidden: string, among?: readonly string[]): string => /* sql */ `(
    (e.project IS NULL OR e.project <> ALL (${hidden})) AND NOT ${revealsHidden(hidden, among)})`;
