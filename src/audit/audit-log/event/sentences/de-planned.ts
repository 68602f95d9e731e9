const PLACE = 'in der Umgebung {environment} des Projekts {project}';
const OF_FEATURE = `des Features {feature} ${PLACE}`;

/** German labels and sentences of events about change requests, release plans and schedules. */
export const GERMAN_PLANNED = {
  'change-request-configuration-updated': [
    'Genehmigungen eingestellt',
    `hat geändert, wie viele Genehmigungen ${PLACE} nötig sind`,
  ],
  'change-request-created': [
    'Änderungsantrag erstellt',
    `hat den Änderungsantrag {changeRequestId} ${PLACE} erstellt`,
  ],
  'change-request-discarded': [
    'Entwurf verworfen',
    `hat den Entwurf {changeRequestId} ${PLACE} verworfen`,
  ],
  'change-request-sent-to-review': [
    'Zur Prüfung gesendet',
    `hat den Änderungsantrag {changeRequestId} ${PLACE} zur Prüfung gesendet`,
  ],
  'change-request-approval-added': [
    'Genehmigung erteilt',
    `hat den Änderungsantrag {changeRequestId} ${PLACE} genehmigt`,
  ],
  'change-request-approved': [
    'Änderungsantrag genehmigt',
    `hat dem Änderungsantrag {changeRequestId} ${PLACE} die letzte nötige Genehmigung erteilt`,
  ],
  'change-request-rejected': [
    'Änderungsantrag abgelehnt',
    `hat den Änderungsantrag {changeRequestId} ${PLACE} abgelehnt`,
  ],
  'change-request-cancelled': [
    'Änderungsantrag zurückgezogen',
    `hat den Änderungsantrag {changeRequestId} ${PLACE} zurückgezogen`,
  ],
  'change-request-applied': [
    'Änderungsantrag angewendet',
    `hat den Änderungsantrag {changeRequestId} ${PLACE} angewendet`,
  ],
  'change-request-scheduled': [
    'Änderungsantrag geplant',
    `hat den Änderungsantrag {changeRequestId} ${PLACE} für {scheduledAt} geplant`,
  ],
  'change-request-scheduled-application-success': [
    'Geplanter Änderungsantrag angewendet',
    `hat den geplanten Änderungsantrag {changeRequestId} ${PLACE} angewendet`,
  ],
  'change-request-scheduled-application-failure': [
    'Geplanter Änderungsantrag gescheitert',
    `hat den geplanten Änderungsantrag {changeRequestId} ${PLACE} nicht angewendet: {reason}`,
  ],
  'change-request-schedule-suspended': [
    'Änderungsantrag ausgesetzt',
    `hat den geplanten Änderungsantrag {changeRequestId} ${PLACE} ausgesetzt: {reason}`,
  ],
  'change-request-title-updated': [
    'Titel geändert',
    `hat den Titel des Änderungsantrags {changeRequestId} ${PLACE} geändert`,
  ],
  'change-request-reviewers-updated': [
    'Prüfer angefragt',
    `hat geändert, wer den Änderungsantrag {changeRequestId} ${PLACE} prüfen soll`,
  ],
  'change-request-comment-added': [
    'Kommentar hinzugefügt',
    `hat den Änderungsantrag {changeRequestId} ${PLACE} kommentiert`,
  ],
  'change-added': [
    'Änderung vorgeschlagen',
    `hat dem Änderungsantrag {changeRequestId} ${PLACE} eine Änderung hinzugefügt`,
  ],
  'change-edited': [
    'Vorgeschlagene Änderung bearbeitet',
    `hat eine Änderung im Änderungsantrag {changeRequestId} ${PLACE} bearbeitet`,
  ],
  'change-discarded': [
    'Vorgeschlagene Änderung entfernt',
    `hat eine Änderung aus dem Änderungsantrag {changeRequestId} ${PLACE} entfernt`,
  ],
  'release-plan-template-created': [
    'Vorlage erstellt',
    'hat die Vorlage {name} für Release-Pläne erstellt',
  ],
  'release-plan-template-updated': [
    'Vorlage geändert',
    'hat die Vorlage {name} für Release-Pläne geändert',
  ],
  'release-plan-template-archived': [
    'Vorlage archiviert',
    'hat die Vorlage {name} für Release-Pläne archiviert',
  ],
  'release-plan-template-deleted': [
    'Vorlage gelöscht',
    'hat die Vorlage {name} für Release-Pläne gelöscht',
  ],
  'release-plan-added': [
    'Release-Plan hinzugefügt',
    `hat dem Feature {feature} ${PLACE} den Release-Plan {name} hinzugefügt`,
  ],
  'release-plan-removed': [
    'Release-Plan entfernt',
    `hat den Release-Plan {name} ${OF_FEATURE} entfernt`,
  ],
  'release-plan-milestone-started': [
    'Meilenstein begonnen',
    `hat den Meilenstein {milestoneName} ${OF_FEATURE} begonnen`,
  ],
  'release-plan-milestone-strategy-updated': [
    'Strategie eines Meilensteins geändert',
    `hat eine Strategie im Release-Plan ${OF_FEATURE} geändert`,
  ],
  'milestone-progression-changed': [
    'Fortschreiten des Release-Plans geändert',
    `hat geändert, wann auf den Meilenstein {milestoneName} ${OF_FEATURE} der nächste folgt`,
  ],
  'release-plan-progressions-paused': [
    'Release-Plan angehalten',
    `hat den Release-Plan ${OF_FEATURE} angehalten: {reason}`,
  ],
  'release-plan-progressions-resumed': [
    'Release-Plan fortgesetzt',
    `hat den Release-Plan ${OF_FEATURE} fortgesetzt`,
  ],
  'safeguard-changed': [
    'Schutzregel festgelegt',
    `hat eine Schutzregel für den Release-Plan ${OF_FEATURE} festgelegt`,
  ],
  'safeguard-deleted': [
    'Schutzregel entfernt',
    `hat eine Schutzregel aus dem Release-Plan ${OF_FEATURE} entfernt`,
  ],
  'schedule-created': ['Änderung geplant', `hat {action} {feature} ${PLACE} für {at} geplant`],
  'schedule-updated': [
    'Geplante Änderung geändert',
    `hat den Zeitplan {scheduleId} ${OF_FEATURE} geändert`,
  ],
  'schedule-cancelled': [
    'Geplante Änderung entfernt',
    `hat den Zeitplan {scheduleId} ${OF_FEATURE} entfernt`,
  ],
  'schedule-executed': [
    'Geplante Änderung ausgeführt',
    `hat den Zeitplan {scheduleId} für {action} {feature} ${PLACE} ausgeführt`,
  ],
  'schedule-missed': [
    'Geplante Änderung verpasst',
    `hat den Zeitplan {scheduleId} für {action} {feature} ${PLACE} nicht ausgeführt, ` +
      'weil sein Zeitpunkt vorbei war',
  ],
  'schedule-suspended': [
    'Zeitplan ausgesetzt',
    `hat den Zeitplan {scheduleId} ${OF_FEATURE} ausgesetzt: {reason}`,
  ],
} as const;
