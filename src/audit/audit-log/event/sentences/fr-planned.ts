const PLACE = 'dans l’environnement {environment} du projet {project}';
const OF_FEATURE = `de la fonctionnalité {feature} ${PLACE}`;

/** French labels and sentences of events about change requests, release plans and schedules. */
export const FRENCH_PLANNED = {
  'change-request-configuration-updated': [
    'Approbations réglées',
    `a modifié combien d’approbations il faut ${PLACE}`,
  ],
  'change-request-created': [
    'Demande de modification créée',
    `a créé la demande de modification {changeRequestId} ${PLACE}`,
  ],
  'change-request-discarded': [
    'Brouillon abandonné',
    `a abandonné le brouillon {changeRequestId} ${PLACE}`,
  ],
  'change-request-sent-to-review': [
    'Envoyée en revue',
    `a envoyé en revue la demande de modification {changeRequestId} ${PLACE}`,
  ],
  'change-request-approval-added': [
    'Approbation ajoutée',
    `a approuvé la demande de modification {changeRequestId} ${PLACE}`,
  ],
  'change-request-approved': [
    'Demande de modification approuvée',
    'a donné la dernière approbation nécessaire à la demande de modification ' +
      `{changeRequestId} ${PLACE}`,
  ],
  'change-request-rejected': [
    'Demande de modification rejetée',
    `a rejeté la demande de modification {changeRequestId} ${PLACE}`,
  ],
  'change-request-cancelled': [
    'Demande de modification annulée',
    `a annulé la demande de modification {changeRequestId} ${PLACE}`,
  ],
  'change-request-applied': [
    'Demande de modification appliquée',
    `a appliqué la demande de modification {changeRequestId} ${PLACE}`,
  ],
  'change-request-scheduled': [
    'Demande de modification planifiée',
    `a planifié la demande de modification {changeRequestId} pour {scheduledAt} ${PLACE}`,
  ],
  'change-request-scheduled-application-success': [
    'Demande de modification planifiée appliquée',
    `a appliqué la demande de modification planifiée {changeRequestId} ${PLACE}`,
  ],
  'change-request-scheduled-application-failure': [
    'Demande de modification planifiée échouée',
    `n’a pas appliqué la demande de modification planifiée {changeRequestId} ${PLACE} : {reason}`,
  ],
  'change-request-schedule-suspended': [
    'Demande de modification suspendue',
    `a suspendu la demande de modification planifiée {changeRequestId} ${PLACE} : {reason}`,
  ],
  'change-request-title-updated': [
    'Titre modifié',
    `a modifié le titre de la demande de modification {changeRequestId} ${PLACE}`,
  ],
  'change-request-reviewers-updated': [
    'Réviseurs demandés',
    `a modifié qui doit revoir la demande de modification {changeRequestId} ${PLACE}`,
  ],
  'change-request-comment-added': [
    'Commentaire ajouté',
    `a commenté la demande de modification {changeRequestId} ${PLACE}`,
  ],
  'change-added': [
    'Modification proposée',
    `a ajouté une modification à la demande de modification {changeRequestId} ${PLACE}`,
  ],
  'change-edited': [
    'Modification proposée corrigée',
    `a corrigé une modification de la demande de modification {changeRequestId} ${PLACE}`,
  ],
  'change-discarded': [
    'Modification proposée retirée',
    `a retiré une modification de la demande de modification {changeRequestId} ${PLACE}`,
  ],
  'release-plan-template-created': [
    'Modèle créé',
    'a créé le modèle de plan de déploiement {name}',
  ],
  'release-plan-template-updated': [
    'Modèle modifié',
    'a modifié le modèle de plan de déploiement {name}',
  ],
  'release-plan-template-archived': [
    'Modèle archivé',
    'a archivé le modèle de plan de déploiement {name}',
  ],
  'release-plan-template-deleted': [
    'Modèle supprimé',
    'a supprimé le modèle de plan de déploiement {name}',
  ],
  'release-plan-added': [
    'Plan de déploiement ajouté',
    `a ajouté le plan de déploiement {name} à la fonctionnalité {feature} ${PLACE}`,
  ],
  'release-plan-removed': [
    'Plan de déploiement retiré',
    `a retiré le plan de déploiement {name} ${OF_FEATURE}`,
  ],
  'release-plan-milestone-started': [
    'Jalon commencé',
    `a commencé le jalon {milestoneName} ${OF_FEATURE}`,
  ],
  'release-plan-milestone-strategy-updated': [
    'Stratégie d’un jalon modifiée',
    `a modifié une stratégie du plan de déploiement ${OF_FEATURE}`,
  ],
  'milestone-progression-changed': [
    'Progression du plan de déploiement modifiée',
    `a modifié quand le jalon suivant succède au jalon {milestoneName} ${OF_FEATURE}`,
  ],
  'release-plan-progressions-paused': [
    'Plan de déploiement interrompu',
    `a interrompu le plan de déploiement ${OF_FEATURE} : {reason}`,
  ],
  'release-plan-progressions-resumed': [
    'Plan de déploiement repris',
    `a repris le plan de déploiement ${OF_FEATURE}`,
  ],
  'safeguard-changed': [
    'Garde-fou défini',
    `a défini un garde-fou pour le plan de déploiement ${OF_FEATURE}`,
  ],
  'safeguard-deleted': [
    'Garde-fou retiré',
    `a retiré un garde-fou du plan de déploiement ${OF_FEATURE}`,
  ],
  'schedule-created': [
    'Modification planifiée',
    `a planifié {action} {feature} ${PLACE} pour {at}`,
  ],
  'schedule-updated': [
    'Modification planifiée corrigée',
    `a modifié la planification {scheduleId} ${OF_FEATURE}`,
  ],
  'schedule-cancelled': [
    'Modification planifiée retirée',
    `a retiré la planification {scheduleId} ${OF_FEATURE}`,
  ],
  'schedule-executed': [
    'Modification planifiée faite',
    `a exécuté la planification {scheduleId} pour {action} {feature} ${PLACE}`,
  ],
  'schedule-missed': [
    'Modification planifiée manquée',
    `n’a pas exécuté la planification {scheduleId} pour {action} {feature} ${PLACE}, ` +
      'car son heure était passée',
  ],
  'schedule-suspended': [
    'Planification suspendue',
    `a suspendu la planification {scheduleId} ${OF_FEATURE} : {reason}`,
  ],
} as const;
