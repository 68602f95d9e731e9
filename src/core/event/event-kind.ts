import type { RolePermission } from '../../platform/http/permission.js';

/** The place of an event, as far as its type has one. */
export interface Place {
  featureName?: string;
  project?: string;
  environment?: string;
}

export type InFeature = Required<Pick<Place, 'featureName' | 'project'>>;
export type InFeatureEnvironment = Required<Place>;
export type InProject = Required<Pick<Place, 'project'>>;
export type InProjectEnvironment = Required<Pick<Place, 'project' | 'environment'>>;
export type InEnvironment = Required<Pick<Place, 'environment'>>;

/**
 * Keys of payloads by which private projects are recognised; `hidden.sql.ts` reads them. `features`
 * are names of features, `appName` names an application.
 */
export type ProjectKey =
  'project' | 'projects' | 'oldProject' | 'newProject' | 'features' | 'appName';

/**
 * A payload that names projects only by the keys that it declares. A value with further such keys
 * does not compile, so that no payload reveals a project by accident.
 */
export type Closed<What> = What extends unknown
  ? What & { readonly [Key in Exclude<ProjectKey, keyof What>]?: never }
  : never;

/** `data` is the new state, `preData` the old one. */
export interface Bare {
  data?: never;
  preData?: never;
}
/** The payload of an event that adds something. */
export interface Added<What> {
  data: Closed<What>;
  preData?: never;
}
/** The payload of an event that removes something. */
export interface Removed<What> {
  data?: never;
  preData: Closed<What>;
}
/** The payload of an event that changes something. */
export interface Changed<What> {
  data: Closed<What>;
  preData: Closed<What>;
}

/** An event of each of the types. */
export type Kind<Type extends string, Where = unknown, What = Bare> = Type extends unknown
  ? { type: Type } & Where & What
  : never;

/** Any event, for types that are derived from declared ones. */
interface AnyEvent {
  type: string;
  data?: unknown;
  preData?: unknown;
}

/** Which payload of an event; `either` is `data` or, without it, `preData`. */
export type Part = 'data' | 'preData' | 'either';

type PayloadIn<Event extends AnyEvent, In extends Part> = Event extends unknown
  ? In extends 'data' | 'preData'
    ? Event[In]
    : Event['data'] extends undefined
      ? Event['preData']
      : Event['data']
  : never;

/** The declared keys of one payload, without those declared as `never`. */
export type KeysOf<Payload> = Payload extends object
  ? {
      [Key in keyof Payload & string]-?: [Exclude<Payload[Key], undefined>] extends [never]
        ? never
        : Key;
    }[keyof Payload & string]
  : never;

/** The declared keys of one payload that are never absent. */
type RequiredKeysOf<Payload> = {
  [Key in KeysOf<Payload>]: undefined extends Payload[Key & keyof Payload] ? never : Key;
}[KeysOf<Payload>];

/** The keys that the payloads of all these events have. */
export type SharedKey<Event extends AnyEvent, In extends Part> = [Event] extends [never]
  ? never
  : keyof (PayloadIn<Event, In> extends infer Payload
      ? Payload extends object
        ? { [Key in RequiredKeysOf<Payload>]: true }
        : Record<never, true>
      : never);

/** The keys that the payload of one of these events can have. */
export type KnownKey<Event extends AnyEvent, In extends Part> = KeysOf<PayloadIn<Event, In>>;

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
