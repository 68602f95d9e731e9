import type * as en from '../proof.js';

export const proofTexts: typeof en.proofTexts = {
  insecure:
    'Browser prüfen nur über HTTPS oder auf localhost. Die Konsole über HTTPS öffnen oder npm run verify verwenden.',
  noEd25519:
    'Dieser Browser kennt keine Ed25519-Signaturen. Einen neueren oder npm run verify verwenden.',
};
