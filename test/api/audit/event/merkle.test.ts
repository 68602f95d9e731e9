import {
  auditPathOf,
  leafHashOf,
  rootFrom,
  rootOf,
} from '../../../../src/audit/audit-log/seal/merkle.js';

test('an audit path leads from its leaf to the root, and from nothing else', () => {
  for (let size = 1; size <= 33; size++) {
    const leaves = Array.from({ length: size }, (_, n) => leafHashOf(String(n)));
    const root = rootOf(leaves);
    for (let n = 0; n < size; n++) {
      const auditPath = auditPathOf(leaves, n);
      expect(rootFrom(leaves[n]!, n, size, auditPath)).toEqual(root);
      expect(rootFrom(leafHashOf('other'), n, size, auditPath)).not.toEqual(root);
      expect(rootFrom(leaves[n]!, n, size, [...auditPath, root])).not.toEqual(root);
      if (size > 1) {
        expect(rootFrom(leaves[n]!, (n + 1) % size, size, auditPath)).not.toEqual(root);
        expect(rootFrom(leaves[n]!, n, size, auditPath.slice(1))).not.toEqual(root);
      }
      expect(rootFrom(leaves[n]!, n + size, size, auditPath)).toBeUndefined();
    }
  }
});
