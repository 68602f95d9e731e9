import JestRuntime from 'jest-runtime';
import { compileOnce } from '../../../test/support/compile-once.mjs';

/** The runtime of jest, which would compile React and Mantine again for each test file. */
export default class ConsoleRuntime extends JestRuntime {
  constructor(...all) {
    super(...all);
    compileOnce(this);
  }
}
