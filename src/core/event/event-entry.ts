import type { RolePermission } from '../../platform/http/permission.js';
import type { AnyEvent, SharedKey } from './event-kind.js';

/**
 * Who may read the events of a type, besides holders of `READ_LOGS`, who may read the whole audit
 * log:
 * - `everyone`: every signed-in user.
 * - `log`: only holders of `READ_LOGS`.
 * - `anyOf`: holders of one of these root permissions.
 * - `inProject`: holders of one of these permissions in the project of the event.
 * - `token`: users who may read the token, by its type or in its project.
 *
 * Events of hidden projects are excluded in addition; see `revealsNoHidden`.
 */
export type EventVisibility =
  | 'everyone'
  | 'log'
  | 'token'
  | { readonly anyOf: readonly RolePermission[] }
  | { readonly inProject: readonly RolePermission[] };

/**
 * Which features an event changes for SDKs.
 * - `feature`: the named feature, in its environment or, without one, in all.
 * - `project`: all features of its project in its environment.
 * - `segment`: the segment with the given id.
 * - `tag`, `tag-type`: features lose the tag, or all tags of the type.
 * - `environment`: the environment was deleted.
 */
export type Scope =
  'nothing' | 'feature' | 'project' | 'segment' | 'tag' | 'tag-type' | 'environment';

type Carries<Event extends AnyEvent, Part extends 'data' | 'preData' | 'either', Key> = [
  Key,
] extends [SharedKey<Event, Part>]
  ? true
  : false;

/**
 * The possible scopes of an event type, depending on the keys of its events that snapshots read.
 */
type ScopeOf<Event extends AnyEvent> =
  | 'nothing'
  | (Event extends { featureName: string } ? 'feature' : never)
  | (Event extends { project: string; environment: string } ? 'project' : never)
  | (Event extends { environment: string } ? 'environment' : never)
  | (Carries<Event, 'either', 'id'> extends true ? 'segment' : never)
  | (Carries<Event, 'data', 'type' | 'value'> extends true ? 'tag' : never)
  | (Carries<Event, 'preData', 'name'> extends true ? 'tag-type' : never);

/** What holds for the events of a type. */
type Entry<Event extends AnyEvent, Scopes> = readonly [
  visibility: EventVisibility,
  scope: ScopeOf<Event> & Scopes,
  /** What to do instead of undoing it, if nothing undoes it. */
  instead?: string,
];

/**
 * What holds for the events of each of some types. They are visible to those who can read their
 * subject. A new type, or one without the properties that its scope needs, does not compile.
 */
export type Entries<Event extends AnyEvent, Scopes = Scope> = {
  readonly [Type in Event['type']]: Entry<Extract<Event, { type: Type }>, Scopes>;
};
