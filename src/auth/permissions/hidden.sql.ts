/**
 * Ids of private projects, those included that are gone: what the audit log has of them stays
 * private.
 */
export const PRIVATE_PROJECTS = /* sql */ `
  SELECT p.id FROM project p WHERE p.mode = 'private'
  UNION SELECT e.project FROM event e
   WHERE e.type = 'project-deleted' AND e.data ->> 'mode' = 'private' AND NOT EXISTS (SELECT FROM project p WHERE p.id = e.project)`;

// What belongs to a project by more than a column that names it. `hidden` is an array of projects,
// as SQL: where it is empty, nothing is of them.

/**
 * Whether a name is that of a feature of these projects; of a feature that is gone, whether it ever
 * was, which the audit log tells.
 */
export const isHiddenFeature = (name: string, hidden: string): string => /* sql */ `(
  cardinality(${hidden}) > 0 AND COALESCE(
    (SELECT own.project = ANY (${hidden}) FROM feature own WHERE own.name = ${name}),
    EXISTS (SELECT FROM event own WHERE own.feature_name = ${name} AND own.project = ANY (${hidden}))))`;

/**
 * Whether all that is known of an application is about these projects: the tokens that it came
 * with, and the features that it used. Which applications these are is found out once in a
 * statement, however many it asks about.
 */
export const isHiddenApplication = (name: string, hidden: string): string => /* sql */ `(
  cardinality(${hidden}) > 0 AND ${name} IN (
    SELECT own.app_name FROM client_application_usage own
     WHERE own.project = ANY (${hidden})
       AND NOT EXISTS (SELECT FROM client_application_usage other WHERE other.app_name = own.app_name AND other.project <> ALL (${hidden})
                          AND (other.project = '*' OR EXISTS (SELECT FROM project p WHERE p.id = other.project)))
       AND NOT EXISTS (SELECT FROM client_application_feature used JOIN feature f ON f.name = used.feature_name
                        WHERE used.app_name = own.app_name AND f.project <> ALL (${hidden}))))`;

/**
 * Whether a tag, a row of the table `tag`, is private to these projects: it was made for a feature
 * of one of them, and no feature of another project carries it. Who may not know of the projects
 * must not know of its value either.
 */
export const isHiddenTag = (tag: string, hidden: string): string => /* sql */ `(
  cardinality(${hidden}) > 0 AND COALESCE(${tag}.project = ANY (${hidden}), false) AND NOT EXISTS (
    SELECT FROM feature_tag carried JOIN feature f ON f.name = carried.feature_name
     WHERE carried.type = ${tag}.type AND carried.value = ${tag}.value AND f.project <> ALL (${hidden})))`;

/**
 * Types of events that can name a project, or what belongs to one, elsewhere than in their own
 * column for it.
 */
const TELLING = [
  ...['created', 'updated', 'deleted'].flatMap((end) => [
    `api-token-${end}`,
    `addon-config-${end}`,
    `application-${end}`,
    `group-${end}`,
  ]),
  ...[
    'segment-updated',
    'feature-project-change',
    'features-exported',
    'feature-favorited',
    'feature-unfavorited',
    'api-token-used',
  ],
  ...['tag-created', 'tag-deleted'],
];

/** Whether events of a type can tell of a project that they do not belong to. */
export const canTell = (type: string): string => `${type} = ANY ('{${TELLING.join(',')}}'::text[])`;

/**
 * Whether the event `e`, which does not belong to one of these projects, nevertheless tells of
 * them.
 */
export const tellsOfHidden = (hidden: string): string => /* sql */ `(
  ${canTell('e.type')} AND COALESCE(
    string_to_array(e.project, ',') && ${hidden}
    OR ARRAY[e.data ->> 'project', e.pre_data ->> 'project', e.data ->> 'oldProject', e.data ->> 'newProject'] && ${hidden}
    OR e.data -> 'projects' ?| ${hidden} OR e.pre_data -> 'projects' ?| ${hidden}
    OR ${isHiddenFeature('e.feature_name', hidden)}
    OR (e.type IN ('tag-created', 'tag-deleted') AND EXISTS (
      SELECT FROM tag own WHERE own.type = e.data ->> 'type' AND own.value = e.data ->> 'value' AND ${isHiddenTag('own', hidden)}))
    OR ${isHiddenApplication("COALESCE(e.data, e.pre_data) ->> 'appName'", hidden)}
    OR EXISTS (SELECT FROM jsonb_array_elements_text(CASE jsonb_typeof(e.data -> 'features') WHEN 'array' THEN e.data -> 'features' ELSE '[]' END) AS one (name)
                WHERE ${isHiddenFeature('one.name', hidden)}), false))`;

/** Whether whoever must not know of these projects may be told of the event `e`. */
export const isTellable = (hidden: string): string =>
  /* sql */ `((e.project IS NULL OR e.project <> ALL (${hidden})) AND NOT ${tellsOfHidden(hidden)})`;
