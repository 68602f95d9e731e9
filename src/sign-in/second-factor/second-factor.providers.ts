import { OwnSessionsController } from '../session/own-sessions.controller.js';
import { OwnSessions } from '../session/own-sessions.service.js';
import { SessionSightings } from '../../auth/session/session-sightings.js';
import { ConfirmationGate } from '../../auth/session/confirmation-gate.js';
import { ConfirmationController } from './confirmation.controller.js';
import { ConfirmationService } from './confirmation.service.js';
import { PasskeyChallenges } from './passkey-challenges.js';
import { Passkeys } from './passkeys.js';
import { PendingSignIns } from '../session/pending-sign-in.js';
import { SecondFactorController } from './second-factor.controller.js';
import { SecondFactorProofs } from './second-factor-proofs.js';
import { SecondFactorReadModel } from './second-factor.read-model.js';
import { SecondFactorService } from './second-factor.service.js';
import { SecondStepController } from './second-step.controller.js';
import { SecondStepService } from './second-step.service.js';
import { SecuritySettingsController } from './settings/security-settings.controller.js';
import { SecuritySettingsService } from './settings/security-settings.service.js';
import { Totp } from './totp.js';
import { UserSecurityController } from './user-security.controller.js';
import { UserSecurityService } from './user-security.service.js';

/** What second factors and the care of sessions consist of: a part of the module of access. */
export const SECOND_FACTOR_CONTROLLERS = [
  ConfirmationController,
  OwnSessionsController,
  SecondFactorController,
  SecondStepController,
  SecuritySettingsController,
  UserSecurityController,
];
export const SECOND_FACTOR_PROVIDERS = [
  ConfirmationGate,
  ConfirmationService,
  OwnSessions,
  PasskeyChallenges,
  Passkeys,
  PendingSignIns,
  SecondFactorProofs,
  SecondFactorReadModel,
  SecondFactorService,
  SecondStepService,
  SecuritySettingsService,
  SessionSightings,
  Totp,
  UserSecurityService,
];
