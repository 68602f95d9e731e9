import type * as en from '../proof.js';

export const proofTexts: typeof en.proofTexts = {
  insecure:
    'Les navigateurs ne vérifient qu’en HTTPS ou sur localhost. Ouvrez la console en HTTPS, ou utilisez npm run verify.',
  noEd25519:
    'Ce navigateur ne connaît pas les signatures Ed25519. Utilisez-en un plus récent, ou npm run verify.',
};
