import type { SessionState } from '../caller/caller.js';
import type { AccessRow } from '../permissions/access.js';
import { isRequiredOf, PRESET, type SecuritySettings } from './security-settings.js';

/** The result of the session lookup. */
export interface SessionRow {
  id: number;
  name: string;
  access: AccessRow;
  expiresAt: Date;
  signedInAt: Date;
  sessionId: string;
  seenAt: Date;
  confirmedAt: Date | null;
  authType: string;
  hasSecondFactor: boolean;
  settings: SecuritySettings | null;
  confirmIn: Record<string, 'on' | 'always'>;
  productionEnvironments: string[];
}

/** The facts about a session that restrict what it may do. */
export function stateOf(row: SessionRow): SessionState {
  const { sessionId, hasSecondFactor, confirmedAt, confirmIn, productionEnvironments } = row;
  const settings = { ...PRESET, ...row.settings };
  const needsSecondFactor = isRequiredOf(row.access.rootRoles, row.authType, settings);
  return {
    id: sessionId,
    hasSecondFactor,
    needsSecondFactor,
    lacksSecondFactor: needsSecondFactor && !hasSecondFactor,
    confirmedAt,
    confirmationMinutes: settings.confirmationMinutes,
    confirmIn,
    productionEnvironments,
  };
}
