const PLACE = 'of the feature {feature} in the environment {environment} of the project {project}';

/** Labels and sentences of events about release plans. */
export const RELEASE_PLAN_SENTENCES = {
  'release-plan-template-created': [
    'Release plan template created',
    'created the release plan template {name}',
  ],
  'release-plan-template-updated': [
    'Release plan template changed',
    'changed the release plan template {name}',
  ],
  'release-plan-template-archived': [
    'Release plan template archived',
    'archived the release plan template {name}',
  ],
  'release-plan-template-deleted': [
    'Release plan template deleted',
    'deleted the release plan template {name}',
  ],
  'release-plan-added': ['Release plan added', `added the release plan {name} ${PLACE}`],
  'release-plan-removed': ['Release plan removed', `removed the release plan {name} ${PLACE}`],
  'release-plan-milestone-started': [
    'Milestone started',
    `started the milestone {milestoneName} ${PLACE}`,
  ],
  'release-plan-milestone-strategy-updated': [
    'Strategy of a milestone changed',
    `changed a strategy in the release plan ${PLACE}`,
  ],
  'milestone-progression-changed': [
    'Progression changed',
    `changed when the next milestone follows the milestone {milestoneName} ${PLACE}`,
  ],
  'release-plan-progressions-paused': [
    'Release plan paused',
    `paused the release plan ${PLACE}: {reason}`,
  ],
  'release-plan-progressions-resumed': [
    'Release plan resumed',
    `resumed the release plan ${PLACE}`,
  ],
  'safeguard-changed': ['Safeguard set', `set a safeguard for the release plan ${PLACE}`],
  'safeguard-deleted': ['Safeguard removed', `removed a safeguard from the release plan ${PLACE}`],
} as const;
