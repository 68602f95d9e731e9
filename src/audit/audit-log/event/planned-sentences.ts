/** Labels and sentences of events about change requests. */
export const CHANGE_REQUEST_SENTENCES = {
  'change-request-configuration-updated': [
    'Approvals configured',
    'changed how many approvals are required ' +
      'in the environment {environment} of the project {project}',
  ],
  'change-request-created': [
    'Change request created',
    'created the change request {changeRequestId} ' +
      'in the environment {environment} of the project {project}',
  ],
  'change-request-discarded': [
    'Draft discarded',
    'discarded the draft {changeRequestId} ' +
      'in the environment {environment} of the project {project}',
  ],
  'change-request-sent-to-review': [
    'Sent to review',
    'sent the change request {changeRequestId} to review ' +
      'in the environment {environment} of the project {project}',
  ],
  'change-request-approval-added': [
    'Approval added',
    'approved the change request {changeRequestId} ' +
      'in the environment {environment} of the project {project}',
  ],
  'change-request-approved': [
    'Change request approved',
    'gave the last required approval to the change request {changeRequestId} ' +
      'in the environment {environment} of the project {project}',
  ],
  'change-request-rejected': [
    'Change request rejected',
    'rejected the change request {changeRequestId} ' +
      'in the environment {environment} of the project {project}',
  ],
  'change-request-cancelled': [
    'Change request cancelled',
    'cancelled the change request {changeRequestId} ' +
      'in the environment {environment} of the project {project}',
  ],
  'change-request-applied': [
    'Change request applied',
    'applied the change request {changeRequestId} ' +
      'in the environment {environment} of the project {project}',
  ],
  'change-request-scheduled': [
    'Change request scheduled',
    'scheduled the change request {changeRequestId} for {scheduledAt} ' +
      'in the environment {environment} of the project {project}',
  ],
  'change-request-scheduled-application-success': [
    'Scheduled change request applied',
    'applied the scheduled change request {changeRequestId} ' +
      'in the environment {environment} of the project {project}',
  ],
  'change-request-scheduled-application-failure': [
    'Scheduled change request failed',
    'did not apply the scheduled change request {changeRequestId} ' +
      'in the environment {environment} of the project {project}: {reason}',
  ],
  'change-request-schedule-suspended': [
    'Change request suspended',
    'suspended the scheduled change request {changeRequestId} ' +
      'in the environment {environment} of the project {project}: {reason}',
  ],
  'change-request-title-updated': [
    'Title changed',
    'changed the title of the change request {changeRequestId} ' +
      'in the environment {environment} of the project {project}',
  ],
  'change-request-reviewers-updated': [
    'Reviewers requested',
    'changed the requested reviewers of the change request {changeRequestId} ' +
      'in the environment {environment} of the project {project}',
  ],
  'change-request-comment-added': [
    'Comment added',
    'commented on the change request {changeRequestId} ' +
      'in the environment {environment} of the project {project}',
  ],
  'change-added': [
    'Change added',
    'added a change to the change request {changeRequestId} ' +
      'in the environment {environment} of the project {project}',
  ],
  'change-edited': [
    'Change edited',
    'edited a change of the change request {changeRequestId} ' +
      'in the environment {environment} of the project {project}',
  ],
  'change-discarded': [
    'Change discarded',
    'removed a change from the change request {changeRequestId} ' +
      'in the environment {environment} of the project {project}',
  ],
} as const;

const PLACE = 'the feature {feature} in the environment {environment} of the project {project}';

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
  'release-plan-added': ['Release plan added', `added the release plan {name} to ${PLACE}`],
  'release-plan-removed': ['Release plan removed', `removed the release plan {name} from ${PLACE}`],
  'release-plan-milestone-started': [
    'Milestone started',
    `started the milestone {milestoneName} of ${PLACE}`,
  ],
  'release-plan-milestone-strategy-updated': [
    'Strategy of a milestone changed',
    `changed a strategy in the release plan of ${PLACE}`,
  ],
  'milestone-progression-changed': [
    'Progression changed',
    `changed when the milestone {milestoneName} of ${PLACE} is followed by the next one`,
  ],
  'release-plan-progressions-paused': [
    'Release plan paused',
    `paused the release plan of ${PLACE}: {reason}`,
  ],
  'release-plan-progressions-resumed': [
    'Release plan resumed',
    `resumed the release plan of ${PLACE}`,
  ],
  'safeguard-changed': ['Safeguard set', `set a safeguard for the release plan of ${PLACE}`],
  'safeguard-deleted': [
    'Safeguard removed',
    `removed a safeguard from the release plan of ${PLACE}`,
  ],
} as const;

/** Labels and sentences of events about schedules. */
export const SCHEDULE_SENTENCES = {
  'schedule-created': [
    'Change scheduled',
    'scheduled {action} the feature {feature} ' +
      'in the environment {environment} of the project {project} for {at}',
  ],
  'schedule-updated': [
    'Schedule changed',
    'changed the schedule {scheduleId} of the feature {feature} ' +
      'in the environment {environment} of the project {project}',
  ],
  'schedule-cancelled': [
    'Schedule cancelled',
    'cancelled the schedule {scheduleId} of the feature {feature} ' +
      'in the environment {environment} of the project {project}',
  ],
  'schedule-executed': [
    'Scheduled change made',
    'carried out the schedule {scheduleId} for {action} the feature {feature} ' +
      'in the environment {environment} of the project {project}',
  ],
  'schedule-missed': [
    'Scheduled change missed',
    'did not carry out the schedule {scheduleId} for {action} the feature {feature} ' +
      'in the environment {environment} of the project {project}, because its time had passed',
  ],
  'schedule-suspended': [
    'Schedule suspended',
    'suspended the schedule {scheduleId} of the feature {feature} ' +
      'in the environment {environment} of the project {project}: {reason}',
  ],
} as const;
