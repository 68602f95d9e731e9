export const proofTexts = {
  insecure:
    'Browsers verify only over HTTPS or on localhost. Open the console over HTTPS, or use npm run verify.',
  noEd25519: 'This browser does not know Ed25519 signatures. Use a newer one, or npm run verify.',
};
