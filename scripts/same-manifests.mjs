#!/usr/bin/env node
// Fails unless two files have the same Kubernetes manifests, whatever their order and format.
//   scripts/same-manifests.mjs FILE FILE
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { loadAll } from 'js-yaml';

const [one, other] = process.argv.slice(2).map(manifestsOf);
assert.deepEqual(one, other);

/** The manifests by kind and name. Annotations of pods have a hash that depends on the format. */
function manifestsOf(file) {
  const manifests = loadAll(readFileSync(file, 'utf8')).filter(Boolean);
  for (const { spec } of manifests) delete spec?.template?.metadata?.annotations;
  return Object.fromEntries(manifests.map((one) => [`${one.kind} ${one.metadata.name}`, one]));
}
