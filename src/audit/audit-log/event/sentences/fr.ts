import type { EventWords, TranslatedSentences } from '../event-words.js';
import { FRENCH_ACCESS } from './fr-access.js';
import { FRENCH_PLANNED } from './fr-planned.js';

const FEATURE = 'la fonctionnalité {feature}';
const PROJECT = 'du projet {project}';
const PLACE = 'dans l’environnement {environment} du projet {project}';

const SENTENCES: TranslatedSentences = {
  ...FRENCH_ACCESS,
  ...FRENCH_PLANNED,
  'feature-created': ['Fonctionnalité créée', `a créé ${FEATURE} dans le projet {project}`],
  'feature-metadata-updated': [
    'Données de la fonctionnalité modifiées',
    `a modifié les données de ${FEATURE} ${PROJECT}`,
  ],
  'feature-archived': ['Fonctionnalité archivée', `a archivé ${FEATURE} ${PROJECT}`],
  'feature-revived': ['Fonctionnalité rétablie', `a rétabli ${FEATURE} ${PROJECT}`],
  'feature-deleted': [
    'Fonctionnalité supprimée',
    `a supprimé définitivement ${FEATURE} ${PROJECT}`,
  ],
  'feature-stale-on': [
    'Fonctionnalité marquée obsolète',
    `a marqué ${FEATURE} ${PROJECT} comme obsolète`,
  ],
  'feature-stale-off': [
    'Fonctionnalité plus obsolète',
    `a marqué ${FEATURE} ${PROJECT} comme n’étant plus obsolète`,
  ],
  'feature-potentially-stale-on': [
    'Fonctionnalité peut-être obsolète',
    `a marqué ${FEATURE} ${PROJECT} comme peut-être obsolète`,
  ],
  'feature-completed': ['Fonctionnalité terminée', `a marqué ${FEATURE} ${PROJECT} comme terminée`],
  'feature-uncompleted': ['Fonctionnalité rouverte', `a rouvert ${FEATURE} ${PROJECT}`],
  'feature-project-change': [
    'Fonctionnalité déplacée dans un autre projet',
    `a déplacé ${FEATURE} dans le projet {project}`,
  ],
  'feature-type-updated': [
    'Type de fonctionnalité modifié',
    'a modifié le type de fonctionnalité {name}',
  ],
  'feature-dependency-added': [
    'Dépendance ajoutée',
    `a ajouté une dépendance à ${FEATURE} ${PROJECT}`,
  ],
  'feature-dependency-removed': [
    'Dépendance retirée',
    `a retiré une dépendance de ${FEATURE} ${PROJECT}`,
  ],
  'feature-dependencies-removed': [
    'Dépendances retirées',
    `a retiré toutes les dépendances de ${FEATURE} ${PROJECT}`,
  ],
  'feature-safeguard-set': ['Garde-fou défini', `a défini un garde-fou pour ${FEATURE} ${PLACE}`],
  'feature-safeguard-removed': ['Garde-fou retiré', `a retiré un garde-fou de ${FEATURE} ${PLACE}`],
  'feature-safeguard-triggered': [
    'Garde-fou déclenché',
    `a désactivé ${FEATURE} ${PLACE}, car un garde-fou s’est déclenché : {reason}`,
  ],
  'signal-created': ['Signal créé', `a créé le signal {name} ${PROJECT}`],
  'signal-deleted': ['Signal supprimé', `a supprimé le signal {name} ${PROJECT}`],
  'signal-received': [
    'Signal reçu',
    `a envoyé le signal {name}, qui désactive des fonctionnalités ${PROJECT}`,
  ],
  'emergency-link-created': [
    'Lien d’urgence créé',
    `a créé le lien d’urgence {emergencyLinkId} pour désactiver {target} ${PLACE}`,
  ],
  'emergency-link-revoked': [
    'Lien d’urgence révoqué',
    `a révoqué le lien d’urgence {emergencyLinkId} pour désactiver {target} ${PLACE}`,
  ],
  'feature-environment-enabled': ['Fonctionnalité activée', `a activé ${FEATURE} ${PLACE}`],
  'feature-environment-disabled': ['Fonctionnalité désactivée', `a désactivé ${FEATURE} ${PLACE}`],
  'feature-environment-variants-updated': [
    'Variantes modifiées',
    `a modifié les variantes de ${FEATURE} ${PLACE}`,
  ],
  'feature-strategy-add': [
    'Stratégie ajoutée',
    `a ajouté la stratégie {name} à ${FEATURE} ${PLACE}`,
  ],
  'feature-strategy-update': [
    'Stratégie modifiée',
    `a modifié la stratégie {name} de ${FEATURE} ${PLACE}`,
  ],
  'feature-strategy-remove': [
    'Stratégie supprimée',
    `a supprimé la stratégie {name} de ${FEATURE} ${PLACE}`,
  ],
  'strategy-order-changed': [
    'Stratégies réordonnées',
    `a réordonné les stratégies de ${FEATURE} ${PLACE}`,
  ],
  'feature-tagged': ['Tag ajouté', `a ajouté le tag {type}:{value} à ${FEATURE} ${PROJECT}`],
  'feature-untagged': ['Tag retiré', `a retiré le tag {type}:{value} de ${FEATURE} ${PROJECT}`],
  'feature-link-added': ['Lien ajouté', `a ajouté un lien à ${FEATURE} ${PROJECT}`],
  'feature-link-updated': ['Lien modifié', `a modifié un lien de ${FEATURE} ${PROJECT}`],
  'feature-link-removed': ['Lien retiré', `a retiré un lien de ${FEATURE} ${PROJECT}`],
  'feature-payload-schema-added': [
    'Schéma de payload défini',
    `a défini un schéma pour les payloads de ${FEATURE} ${PROJECT}`,
  ],
  'feature-payload-schema-updated': [
    'Schéma de payload modifié',
    `a modifié le schéma des payloads de ${FEATURE} ${PROJECT}`,
  ],
  'feature-payload-schema-removed': [
    'Schéma de payload retiré',
    `a retiré le schéma des payloads de ${FEATURE} ${PROJECT}`,
  ],
  'removal-certificate-issued': [
    'Attestation émise',
    `a fait attester que ${FEATURE} était toujours {state} ${PLACE}`,
  ],
  'code-references-updated': [
    'Références dans le code modifiées',
    'a parcouru {repository}, où {referenceCount} lignes nomment des fonctionnalités ' + PROJECT,
  ],
  'code-references-removed': [
    'Références dans le code retirées',
    `a retiré {repository} des références dans le code ${PROJECT}`,
  ],
  'feature-favorited': ['Favori ajouté', `a ajouté ${FEATURE} aux favoris`],
  'feature-unfavorited': ['Favori retiré', `a retiré ${FEATURE} des favoris`],
  'project-favorited': ['Projet ajouté aux favoris', 'a ajouté le projet {project} aux favoris'],
  'project-unfavorited': ['Projet retiré des favoris', 'a retiré le projet {project} des favoris'],
  'project-created': ['Projet créé', 'a créé le projet {project}'],
  'template-created': ['Modèle créé', 'a créé le modèle {name}'],
  'template-updated': ['Modèle modifié', 'a modifié le modèle {name}'],
  'template-deleted': ['Modèle supprimé', 'a supprimé le modèle {name}'],
  'template-used': ['Modèle utilisé', 'a créé {made} à partir du modèle {name}'],
  'policy-created': ['Règlement défini', 'a défini le règlement pour {scope}'],
  'policy-updated': ['Règlement modifié', 'a modifié le règlement pour {scope}'],
  'policy-deleted': ['Règlement retiré', 'a retiré le règlement pour {scope}'],
  'project-updated': ['Projet modifié', 'a modifié le projet {project}'],
  'project-archived': ['Projet archivé', 'a archivé le projet {project}'],
  'project-revived': ['Projet rétabli', 'a rétabli le projet {project}'],
  'project-deleted': ['Projet supprimé', 'a supprimé le projet {project}'],
  'project-environment-added': [
    'Environnement ajouté au projet',
    'a ajouté l’environnement {environment} au projet {project}',
  ],
  'project-environment-removed': [
    'Environnement retiré du projet',
    'a retiré l’environnement {environment} du projet {project}',
  ],
  'default-strategy-updated': [
    'Stratégie par défaut modifiée',
    'a modifié la stratégie par défaut du projet {project} dans l’environnement {environment}',
  ],
  'environment-created': ['Environnement créé', 'a créé l’environnement {environment}'],
  'environment-updated': ['Environnement modifié', 'a modifié l’environnement {environment}'],
  'environment-deleted': ['Environnement supprimé', 'a supprimé l’environnement {environment}'],
  'tag-created': ['Tag créé', 'a créé le tag {type}:{value}'],
  'tag-deleted': ['Tag supprimé', 'a supprimé le tag {type}:{value}'],
  'tag-type-created': ['Type de tag créé', 'a créé le type de tag {name}'],
  'tag-type-updated': ['Type de tag modifié', 'a modifié le type de tag {name}'],
  'tag-type-deleted': ['Type de tag supprimé', 'a supprimé le type de tag {name}'],
  'segment-created': ['Segment créé', 'a créé le segment {name}'],
  'segment-updated': ['Segment modifié', 'a modifié le segment {name}'],
  'segment-deleted': ['Segment supprimé', 'a supprimé le segment {name}'],
  'application-created': ['Application créée', 'a créé l’application {appName}'],
  'application-updated': ['Application modifiée', 'a modifié l’application {appName}'],
  'application-deleted': ['Application supprimée', 'a supprimé l’application {appName}'],
  'banner-created': ['Bannière créée', 'a créé la bannière « {message} »'],
  'banner-updated': ['Bannière modifiée', 'a modifié la bannière « {message} »'],
  'banner-deleted': ['Bannière supprimée', 'a supprimé la bannière « {message} »'],
  'context-field-created': ['Champ de contexte créé', 'a créé le champ de contexte {name}'],
  'context-field-updated': ['Champ de contexte modifié', 'a modifié le champ de contexte {name}'],
  'context-field-deleted': ['Champ de contexte supprimé', 'a supprimé le champ de contexte {name}'],
  'strategy-created': ['Stratégie créée', 'a créé la définition de la stratégie {name}'],
  'strategy-updated': ['Stratégie modifiée', 'a modifié la définition de la stratégie {name}'],
  'strategy-deleted': ['Stratégie supprimée', 'a supprimé la définition de la stratégie {name}'],
  'strategy-deprecated': ['Stratégie dépréciée', 'a déprécié la stratégie {name}'],
  'strategy-reactivated': ['Stratégie réactivée', 'a réactivé la stratégie {name}'],
  'features-exported': ['Fonctionnalités exportées', 'a exporté des fonctionnalités'],
  'features-imported': ['Fonctionnalités importées', `a importé des fonctionnalités ${PLACE}`],
  'code-applied': [
    'Flags en tant que code appliqués',
    'a appliqué dans {scope} les fichiers du dossier {owner}',
  ],
  'features-moved-in': [
    'Fonctionnalités reprises',
    `a repris des fonctionnalités d’un autre service ${PLACE}`,
  ],
  'audit-witness-created': [
    'Témoin enregistré',
    'a enregistré le témoin {name} du journal d’audit',
  ],
  'audit-witness-deleted': ['Témoin supprimé', 'a supprimé le témoin {name} du journal d’audit'],
  'setting-created': ['Réglage créé', 'a créé un réglage'],
  'setting-updated': ['Réglage modifié', 'a modifié un réglage'],
  'addon-config-created': ['Intégration créée', 'a créé l’intégration {id} avec {provider}'],
  'addon-config-updated': ['Intégration modifiée', 'a modifié l’intégration {id} avec {provider}'],
  'addon-config-deleted': [
    'Intégration supprimée',
    'a supprimé l’intégration {id} avec {provider}',
  ],
};

/** French. */
export const WORDS: EventWords = {
  sentences: SENTENCES,
  did: (type) => `a fait ceci : ${type}`,
  unknown: 'inconnu',
  service: 'Le service',
  token: 'Le jeton ',
  undid: (event) => `, ce qui a annulé l’événement ${event}`,
  tagged: (tag) => `ce qui porte le tag ${tag}`,
  scope: (project) => (project === undefined ? 'toute l’instance' : `le projet ${project}`),
  actions: {
    on: 'l’activation de la fonctionnalité',
    off: 'la désactivation de la fonctionnalité',
    archive: 'l’archivage de la fonctionnalité',
    addStrategy: 'l’ajout d’une stratégie à la fonctionnalité',
    updateStrategy: 'la modification d’une stratégie de la fonctionnalité',
    deleteStrategy: 'la suppression d’une stratégie de la fonctionnalité',
    other: 'une modification de la fonctionnalité',
  },
  values: {
    on: 'activée',
    off: 'désactivée',
    expired: 'expiré',
    returned: 'rendu',
    revoked: 'révoqué',
    'account deleted': 'compte supprimé',
  },
};
