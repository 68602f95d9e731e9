/**
 * Which answers of the API an event makes outdated: the first element of their query keys, by the
 * beginning of the event's type. `features` also stands for their environments and strategies.
 */
const ROOTS: readonly [RegExp, readonly string[]][] = [
  [/^feature-safeguard/, ['safeguards', 'events']],
  [/^(feature|strategy-order|segment-import|features)/, ['features', 'removal', 'events']],
  [/^code-references/, ['code-references', 'events']],
  [/^emergency-link/, ['emergency-links', 'events']],
  [/^signal/, ['signals', 'events']],
  [/^schedule/, ['schedules', 'features', 'events']],
  [/^(release-plan|milestone|safeguard)/, ['release-plans', 'features', 'events']],
  [/^change-/, ['change-requests', 'events']],
  [/^template/, ['templates', 'events']],
  [/^policy/, ['policies', 'events']],
  [/^access-request/, ['access-requests', 'people', 'projects', 'me', 'events']],
  [/^project/, ['projects', 'environments', 'people', 'features', 'me', 'events']],
  [
    /^(environment|default-strategy)/,
    ['environments', 'projects', 'api-tokens', 'features', 'events'],
  ],
  [/^segment/, ['segments', 'features', 'events']],
  [/^context-field/, ['context-fields', 'events']],
  [/^tag/, ['tags', 'tag-types', 'features', 'events']],
  [/^(strategy|drop-strateg)/, ['strategy-definitions', 'events']],
  [/^(api-token|client-token)/, ['api-tokens', 'events']],
  [
    /^(role|group|user|service-account|federated-credential|pat)/,
    ['people', 'me', 'profile', 'events'],
  ],
  [/^audit-witness/, ['witnesses', 'events']],
  [/^public-signup/, ['invite-links', 'events']],
  [/^banner/, ['banners', 'events']],
  [/^addon/, ['integrations', 'events']],
  [/^(setting|maintenance)/, ['settings', 'ui-config', 'events']],
  [/^application/, ['applications', 'events']],
];

/** The first elements of the query keys that an event makes outdated. */
export function queryRootsOf(type: string): readonly string[] {
  return ROOTS.find(([pattern]) => pattern.test(type))?.[1] ?? ['events'];
}
