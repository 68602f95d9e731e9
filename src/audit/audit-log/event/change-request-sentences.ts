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
