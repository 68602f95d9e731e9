import type TS from 'typescript';
import { callsOf, REASONS, type Wanted } from './removal.js';

type Compiler = typeof TS;
type Leave = (node: TS.Node, reason: string) => void;

/** Functions whose answer is no boolean. */
const OTHER = /^(?:getVariant|useVariant|get\w+(?:Value|Details))$/;

/**
 * Where a file asks for a feature, and what follows from the answer. A constant that is the answer
 * is followed to where it is used.
 */
export class TypeScriptHits {
  private readonly calls: ReadonlySet<string>;
  /** What asks, or is a constant with the answer. */
  private readonly values = new Map<TS.Node, boolean>();
  private readonly touched = new Set<TS.Node>();
  /** The statements of constants that are followed everywhere. */
  private readonly followed = new Set<TS.Node>();
  private readonly identifiers = new Map<string, TS.Identifier[]>();
  private readonly known = new Map<TS.Node, boolean | undefined>();

  constructor(
    private readonly ts: Compiler,
    source: TS.SourceFile,
    private readonly wanted: Wanted,
    private readonly leave: Leave,
  ) {
    this.calls = callsOf(wanted);
    this.collect(source);
    this.find(source);
  }

  isTouched(node: TS.Node): boolean {
    return this.touched.has(node);
  }

  isFollowed(statement: TS.VariableStatement): boolean {
    return this.followed.has(statement);
  }

  private collect(node: TS.Node): void {
    if (this.ts.isIdentifier(node)) {
      const all = this.identifiers.get(node.text);
      if (all) all.push(node);
      else this.identifiers.set(node.text, [node]);
    }
    this.ts.forEachChild(node, (child) => this.collect(child));
  }

  /** Finds what asks, in the order of the text: constants are known before they are used. */
  private find(node: TS.Node): void {
    const { ts } = this;
    if (ts.isStringLiteralLike(node) && node.text === this.wanted.feature) this.ofName(node);
    ts.forEachChild(node, (child) => this.find(child));
    if (ts.isVariableDeclaration(node)) this.follow(node);
  }

  private touch(node: TS.Node, value: boolean): void {
    this.values.set(node, value);
    for (let one = node; one && !this.touched.has(one); one = one.parent) this.touched.add(one);
  }

  private ofName(name: TS.StringLiteralLike): void {
    const { ts } = this;
    const call = name.parent;
    const isAsked = ts.isCallExpression(call) && call.arguments[0] === name;
    const called = isAsked ? this.nameOf(call.expression) : undefined;
    if (!isAsked || called === undefined || !this.calls.has(called)) {
      const isOther = called !== undefined && OTHER.test(called);
      return this.leave(name, isOther ? `asks with ${called}` : REASONS.named);
    }
    const reason = this.reasonAgainst(call);
    if (reason) this.leave(call, reason);
    else this.touch(call, this.wanted.value);
  }

  private nameOf(called: TS.Expression): string | undefined {
    if (this.ts.isIdentifier(called)) return called.text;
    return this.ts.isPropertyAccessExpression(called) ? called.name.text : undefined;
  }

  /** Why a call cannot be replaced; undefined when it can. */
  private reasonAgainst(call: TS.CallExpression): string | undefined {
    const { ts } = this;
    let outer: TS.Node = call;
    while (ts.isParenthesizedExpression(outer.parent) || ts.isNonNullExpression(outer.parent))
      outer = outer.parent;
    const { parent } = outer;
    const isObject =
      (ts.isPropertyAccessExpression(parent) || ts.isElementAccessExpression(parent)) &&
      parent.expression === outer;
    if (isObject) return REASONS.used;
    if (call.flags & ts.NodeFlags.OptionalChain) return REASONS.optional;
    const { expression } = call;
    const receiver = ts.isPropertyAccessExpression(expression) ? expression.expression : undefined;
    const isPlain = !receiver || this.isQuiet(receiver, true);
    return isPlain && call.arguments.every((one) => this.isQuiet(one)) ? undefined : REASONS.does;
  }

  /** Whether evaluating an expression does nothing else. */
  private isQuiet(node: TS.Node, mayGet = false): boolean {
    const { ts } = this;
    if (ts.isFunctionLike(node)) return true;
    if (ts.isCallExpression(node) && mayGet && node.arguments.length === 0)
      return this.isQuiet(node.expression, true);
    const isCall =
      ts.isCallExpression(node) || ts.isNewExpression(node) || ts.isTaggedTemplateExpression(node);
    if (isCall && !this.wanted.dropsCalls) return false;
    if (ts.isAwaitExpression(node) || ts.isYieldExpression(node) || ts.isDeleteExpression(node))
      return false;
    if (ts.isPostfixUnaryExpression(node)) return false;
    if (ts.isPrefixUnaryExpression(node) && /^(?:\+\+|--)/.test(node.getText())) return false;
    if (
      ts.isBinaryExpression(node) &&
      /(?<![=!<>])=$|^>>>?=$|^<<=$/.test(node.operatorToken.getText())
    )
      return false;
    return ts.forEachChild(node, (one) => (this.isQuiet(one, mayGet) ? undefined : true)) !== true;
  }

  /** Lets the uses of a constant be what it was given. */
  private follow(declaration: TS.VariableDeclaration): void {
    const { ts } = this;
    const { initializer, name, parent: list } = declaration;
    const value = initializer && this.valueOf(initializer);
    if (value === undefined) return;
    const statement = list.parent;
    const isConstant =
      ts.isIdentifier(name) &&
      ts.isVariableDeclarationList(list) &&
      (list.flags & ts.NodeFlags.BlockScoped) === ts.NodeFlags.Const &&
      list.declarations.length === 1 &&
      ts.isVariableStatement(statement) &&
      !statement.modifiers?.length;
    const uses = isConstant ? this.usesOf(name, statement.parent) : undefined;
    if (!uses) return this.leave(declaration, REASONS.exported);
    for (const use of uses) this.touch(use, value);
    this.followed.add(statement);
  }

  /** All other places of a name that is declared once; undefined when one cannot be replaced. */
  private usesOf(name: TS.Identifier, scope: TS.Node): TS.Identifier[] | undefined {
    const { ts } = this;
    const uses = this.identifiers
      .get(name.text)!
      .filter((one) => one !== name && !this.isPropertyName(one));
    const isReplaceable = (use: TS.Identifier): boolean => {
      const { parent } = use;
      const isDeclared = 'name' in parent && parent.name === use;
      const isShorthand = ts.isShorthandPropertyAssignment(parent);
      const isOther = ts.isExportSpecifier(parent) || ts.isTypeQueryNode(parent);
      const isObject = ts.isPropertyAccessExpression(parent) || ts.isExportAssignment(parent);
      const isWithin = use.pos >= scope.pos && use.end <= scope.end;
      return isWithin && (isShorthand || !isDeclared) && !isOther && !isObject;
    };
    return uses.every(isReplaceable) ? uses : undefined;
  }

  private isPropertyName(node: TS.Identifier): boolean {
    const { ts } = this;
    const { parent } = node;
    const isRenamed = ts.isBindingElement(parent) || ts.isImportSpecifier(parent);
    return (
      (isRenamed && parent.propertyName === node) ||
      (ts.isPropertyAccessExpression(parent) && parent.name === node) ||
      ((ts.isPropertyAssignment(parent) || ts.isClassElement(parent) || ts.isTypeElement(parent)) &&
        parent.name === node) ||
      ((ts.isMethodDeclaration(parent) || ts.isJsxAttribute(parent)) && parent.name === node)
    );
  }

  /** What an expression is always; undefined when that is not known. */
  valueOf(node: TS.Node): boolean | undefined {
    if (!this.touched.has(node)) return undefined;
    if (!this.known.has(node)) this.known.set(node, this.computed(node));
    return this.known.get(node);
  }

  private computed(node: TS.Node): boolean | undefined {
    const { ts } = this;
    const own = this.values.get(node);
    if (own !== undefined) return own;
    if (
      ts.isParenthesizedExpression(node) ||
      ts.isAwaitExpression(node) ||
      ts.isNonNullExpression(node) ||
      ts.isAsExpression(node) ||
      ts.isSatisfiesExpression(node)
    )
      return this.valueOf(node.expression);
    if (ts.isPrefixUnaryExpression(node)) {
      const value = this.valueOf(node.operand);
      const isNot = node.operator === ts.SyntaxKind.ExclamationToken;
      return isNot && value !== undefined ? !value : undefined;
    }
    if (ts.isConditionalExpression(node)) {
      const value = this.valueOf(node.condition);
      return value === undefined ? undefined : this.valueOf(value ? node.whenTrue : node.whenFalse);
    }
    return ts.isBinaryExpression(node) ? this.ofBinary(node) : undefined;
  }

  private ofBinary(node: TS.BinaryExpression): boolean | undefined {
    const { SyntaxKind } = this.ts;
    const { left, right } = node;
    const [one, other] = [this.valueOf(left), this.valueOf(right)];
    const { kind } = node.operatorToken;
    if (kind === SyntaxKind.AmpersandAmpersandToken || kind === SyntaxKind.BarBarToken) {
      const ends = kind === SyntaxKind.BarBarToken;
      if (one === ends) return ends;
      if (one !== undefined) return other;
      const isEnd = other === ends && this.isTested(node) && this.isQuiet(left);
      return isEnd ? ends : undefined;
    }
    if (kind === SyntaxKind.QuestionQuestionToken) return one;
    const equal = [SyntaxKind.EqualsEqualsEqualsToken, SyntaxKind.EqualsEqualsToken];
    const unequal = [SyntaxKind.ExclamationEqualsEqualsToken, SyntaxKind.ExclamationEqualsToken];
    const [a, b] = [one ?? this.literal(left), other ?? this.literal(right)];
    if (a === undefined || b === undefined) return undefined;
    if ((equal as TS.SyntaxKind[]).includes(kind)) return a === b;
    return (unequal as TS.SyntaxKind[]).includes(kind) ? a !== b : undefined;
  }

  private literal({ kind }: TS.Node): boolean | undefined {
    const { SyntaxKind } = this.ts;
    if (kind === SyntaxKind.TrueKeyword) return true;
    return kind === SyntaxKind.FalseKeyword ? false : undefined;
  }

  /** Whether only the truth of an expression matters. */
  private isTested(node: TS.Node): boolean {
    const { ts } = this;
    const { parent } = node;
    if (ts.isParenthesizedExpression(parent)) return this.isTested(parent);
    if (ts.isIfStatement(parent) || ts.isWhileStatement(parent) || ts.isDoStatement(parent))
      return parent.expression === node;
    if (ts.isForStatement(parent)) return parent.condition === node;
    if (ts.isConditionalExpression(parent)) return parent.condition === node;
    if (ts.isPrefixUnaryExpression(parent))
      return parent.operator === ts.SyntaxKind.ExclamationToken;
    return ts.isBinaryExpression(parent) && this.isLogical(parent) && this.isTested(parent);
  }

  private isLogical({ operatorToken: { kind } }: TS.BinaryExpression): boolean {
    const { SyntaxKind } = this.ts;
    return kind === SyntaxKind.AmpersandAmpersandToken || kind === SyntaxKind.BarBarToken;
  }

  /** Whether an expression is a boolean whatever its operands are. */
  private isBoolean(node: TS.Node): boolean {
    const { ts } = this;
    const { SyntaxKind } = ts;
    if (ts.isParenthesizedExpression(node)) return this.isBoolean(node.expression);
    if (ts.isPrefixUnaryExpression(node)) return node.operator === SyntaxKind.ExclamationToken;
    if (!ts.isBinaryExpression(node)) return this.literal(node) !== undefined;
    if (this.isLogical(node)) return this.isBoolean(node.left) && this.isBoolean(node.right);
    const text = node.operatorToken.getText();
    return /^(?:[<>]=?|[!=]==?|in|instanceof)$/.test(text);
  }

  /** What an expression is always, or the part of it that is left. */
  survivorOf(node: TS.Node): TS.Node | boolean {
    const { ts } = this;
    const value = this.valueOf(node);
    if (value !== undefined) return value;
    if (!this.touched.has(node)) return node;
    if (ts.isParenthesizedExpression(node)) {
      const inner = this.survivorOf(node.expression);
      const isChanged = inner !== node.expression;
      return isChanged && typeof inner !== 'boolean' && this.isSimple(inner) ? inner : node;
    }
    if (ts.isConditionalExpression(node)) {
      const chosen = this.valueOf(node.condition);
      return chosen === undefined ? node : this.survivorOf(chosen ? node.whenTrue : node.whenFalse);
    }
    return ts.isBinaryExpression(node) ? this.leftOf(node) : node;
  }

  private leftOf(node: TS.BinaryExpression): TS.Node | boolean {
    const { SyntaxKind } = this.ts;
    const { left, right, parent } = node;
    if (!this.isLogical(node)) return node;
    if (this.valueOf(left) !== undefined) return this.survivorOf(right);
    const { kind } = node.operatorToken;
    const passes = kind === SyntaxKind.AmpersandAmpersandToken;
    const isChained =
      this.ts.isBinaryExpression(parent) &&
      parent.operatorToken.kind === kind &&
      parent.left === node;
    const canGo = this.isTested(node) || isChained || this.isBoolean(left);
    return this.valueOf(right) === passes && canGo ? this.survivorOf(left) : node;
  }

  /** Whether an expression needs no parentheses anywhere. */
  private isSimple(node: TS.Node): boolean {
    const { ts } = this;
    return (
      ts.isIdentifier(node) ||
      ts.isLiteralExpression(node) ||
      ts.isCallExpression(node) ||
      ts.isPropertyAccessExpression(node) ||
      ts.isParenthesizedExpression(node) ||
      ts.isJsxElement(node) ||
      ts.isJsxSelfClosingElement(node) ||
      ts.isJsxFragment(node)
    );
  }

  /** The names that a statement declares in its block. */
  namesOf(statement: TS.Statement): string[] {
    const { ts } = this;
    if (ts.isVariableStatement(statement))
      return statement.declarationList.declarations.flatMap(({ name }) => this.bound(name));
    const isNamed =
      ts.isFunctionDeclaration(statement) ||
      ts.isClassDeclaration(statement) ||
      ts.isEnumDeclaration(statement) ||
      ts.isInterfaceDeclaration(statement) ||
      ts.isTypeAliasDeclaration(statement);
    return isNamed && statement.name ? [statement.name.text] : [];
  }

  private bound(name: TS.BindingName): string[] {
    if (this.ts.isIdentifier(name)) return [name.text];
    return name.elements.flatMap((one) =>
      this.ts.isBindingElement(one) ? this.bound(one.name) : [],
    );
  }

  /** Whether one of the names is used in a node, outside of a part of it. */
  occur(
    names: readonly string[],
    within: TS.Node,
    part: Readonly<{ pos: number; end: number }>,
  ): boolean {
    return names.some((name) =>
      (this.identifiers.get(name) ?? []).some(
        ({ pos, end }) =>
          pos >= within.pos && end <= within.end && (end <= part.pos || pos >= part.end),
      ),
    );
  }
}
