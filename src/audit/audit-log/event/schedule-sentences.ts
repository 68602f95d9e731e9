/** Labels and sentences of events about schedules. */
export const SCHEDULE_SENTENCES = {
  'schedule-created': [
    'Change scheduled',
    'scheduled the change {action} of the feature {feature} for {at} ' +
      'in the environment {environment} of the project {project}',
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
    'made the change {action} of the schedule {scheduleId} of the feature {feature} ' +
      'in the environment {environment} of the project {project}',
  ],
  'schedule-missed': [
    'Scheduled change missed',
    'did not make the change {action} of the schedule {scheduleId} of the feature {feature} ' +
      'in the environment {environment} of the project {project}, because its time had passed',
  ],
  'schedule-suspended': [
    'Schedule suspended',
    'suspended the schedule {scheduleId} of the feature {feature} ' +
      'in the environment {environment} of the project {project}: {reason}',
  ],
} as const;
