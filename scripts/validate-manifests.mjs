#!/usr/bin/env node
// Checks Kubernetes manifests against the published schemas of their kinds.
//   scripts/validate-manifests.mjs FILE ...
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { loadAll } from 'js-yaml';

const require = createRequire(import.meta.url);
let wrong = 0;
for (const file of process.argv.slice(2))
  for (const manifest of loadAll(readFileSync(file, 'utf8')))
    for (const problem of problemsOf(manifest)) {
      wrong++;
      console.error(`${file}: ${manifest.kind} ${manifest.metadata?.name}: ${problem}`);
    }
if (wrong > 0) process.exit(1);
console.log(`Valid: ${process.argv.slice(2).join(', ')}.`);

/** The violations of the schema of a manifest's kind. */
function problemsOf(manifest) {
  const { apiVersion, kind } = manifest;
  const models = apiVersion.startsWith('monitoring.coreos.com/')
    ? '@kubernetes-models/prometheus-operator'
    : 'kubernetes-models';
  const read = new Set();
  try {
    const { [kind]: Model } = require(`${models}/${apiVersion}/${kind}`);
    Model.prototype.validate.call(watched(manifest, '', read));
  } catch (error) {
    return [error.message];
  }
  return unknownFields(manifest, '', read).map((path) => `${path} is not a field of the schema`);
}

/**
 * A proxy of a value that records the paths of the fields that are read. Schemas allow unknown
 * fields, but a validator reads all fields that it knows.
 */
function watched(value, path, read) {
  if (typeof value !== 'object' || value === null) return value;
  return new Proxy(value, {
    get(target, name) {
      if (typeof name === 'symbol' || !Object.hasOwn(target, name)) return target[name];
      read.add(`${path}/${name}`);
      return watched(target[name], `${path}/${name}`, read);
    },
  });
}

/** The paths of fields that no validator has read. */
function unknownFields(value, path, read) {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    const own = `${path}/${name}`;
    return read.has(own) ? unknownFields(inner, own, read) : [own];
  });
}
