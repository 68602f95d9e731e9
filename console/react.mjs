// Leaves out of React DOM what the console never uses, to fit it to the budget of the first load.
// Whatever is no longer found in a new version fails the build.

const CLIENT = /\/react-dom\/cjs\/react-dom-client\.production\.js$/;

/**
 * Numbers of the kinds of elements that the console never renders: what a server has rendered (18),
 * SuspenseList (19), elements for the head of the page (26), the page itself (27), ViewTransition
 * (30) and Activity (31). React throws where it meets a kind that it does not know.
 */
const KINDS = '18|19|26|27|30|31';

/** Variables that stay false then. */
const FALSE = ['isHydrating', 'shouldStartViewTransition'];

/** Functions that have nothing to do then. */
const IDLE = [
  // transitions of views
  ...['commitEnterViewTransitions', 'commitExitViewTransitions', 'commitNestedViewTransitions'],
  ...['restoreEnterOrExitViewTransitions', 'restoreNestedViewTransitions'],
  ...['trackEnterViewTransitions', 'flushAfterMutationEffects', 'reportViewTransitionError'],
  // what a server has rendered: events that come before it can be used
  ...['queueIfContinuousEvent', 'clearIfContinuousEvent', 'retryIfBlockedOn'],
  ...['attemptContinuousHydration', 'attemptHydrationAtCurrentPriority', 'queueHydrationError'],
  ...['upgradeHydrationErrorsToRecoverable', 'popHydrationState', 'resetHydrationState'],
  // the stack of components, which errors would be logged with
  'getStackByFiberInDevAndProd',
  // forms whose action is a function
  'extractEvents$1',
];

/** Functions that are called by mistake only. */
const ABSENT = [
  ...['startViewTransition', 'FragmentInstance', 'updateDehydratedSuspenseComponent'],
  ...['mountActionState', 'updateActionState', 'rerenderActionState', 'startHostTransition'],
  ...['preconnect', 'prefetchDNS', 'preload', 'preloadModule', 'preinitStyle', 'preinitScript'],
  'preinitModuleScript',
];

/** Statements that would keep what is left out. */
const STATEMENTS = [
  /^FragmentInstance\.prototype\.\w+ = function[\s\S]*?^\};$/gm,
  /^ViewTransitionPseudoElement\.prototype\.\w+ = function[\s\S]*?^\};$/gm,
  /^ReactDOMHydrationRoot\.prototype\.unstable_scheduleHydration =[\s\S]*?^\};$/gm,
  /^exports\.hydrateRoot = function[\s\S]*?^\};$/gm,
];

/** Removes what is never used; the minifier removes what only that has used. */
export function smallReact() {
  return {
    name: 'console-small-react',
    enforce: 'pre',
    transform(code, id) {
      if (!CLIENT.test(id)) return null;
      let left = code;
      for (const statement of STATEMENTS) left = replaced(left, statement, '');
      for (const name of IDLE) left = withBody(left, name, '');
      for (const name of ABSENT) left = withBody(left, name, 'throw Error("See react.mjs");');
      left = withoutKinds(left);
      for (const name of FALSE) left = alwaysFalse(left, name);
      return { code: left, map: null };
    },
  };
}

function withBody(code, name, body) {
  const whole = new RegExp(`^function ${name.replace('$', '\\$')}\\([\\s\\S]*?^\\}$`, 'm');
  return replaced(code, whole, `function ${name}() {${body}}`);
}

/** Without the cases of the kinds; what is left of them cannot be reached. */
function withoutKinds(code) {
  const first = new RegExp(`(switch \\([\\w$.]*\\b[tT]ag\\) \\{\\s*)case (?:${KINDS}):`, 'g');
  const further = new RegExp(`^(\\s*)case (?:${KINDS}):`, 'gm');
  const compared = new RegExp(`\\b(?:${KINDS}) ([!=])== (?:[\\w$.]+\\.tag|tag|grandTag)\\b`, 'g');
  return [
    [first, '$1case NaN: break;'],
    [further, '$1'],
    [compared, (_, sign) => (sign === '=' ? '!1' : '!0')],
  ].reduce((left, [pattern, replacement]) => replaced(left, pattern, replacement), code);
}

/** With a variable that is false at first and never true. */
function alwaysFalse(code, name) {
  const declared = new RegExp(`\\b${name} = !1([,;])`).exec(code);
  if (!declared) throw changed(name);
  const end = declared.index + declared[0].length;
  const rest = code
    .slice(end)
    .replace(new RegExp(`(?<![\\w$.])${name} = (?!=)`, 'g'), '')
    .replace(new RegExp(`(?<![\\w$.])${name}(?![\\w$])`, 'g'), '!1');
  return code.slice(0, end) + rest;
}

function replaced(code, pattern, replacement) {
  const result = code.replace(pattern, replacement);
  if (result === code) throw changed(pattern);
  return result;
}

const changed = (part) => new Error(`React DOM has changed: "${part}" is missing.`);
