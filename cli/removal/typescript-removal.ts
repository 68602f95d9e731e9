import type TS from 'typescript';
import { TypeScriptHits } from './typescript-hits.js';
import {
  type Edit,
  edited,
  type LeftOver,
  lineAt,
  outdented,
  REASONS,
  type Rewritten,
  type Wanted,
  wholeLines,
} from './removal.js';

type Compiler = typeof TS;
type Statements = TS.NodeArray<TS.Statement>;
type Container = TS.SourceFile | TS.Block | TS.ModuleBlock | TS.CaseOrDefaultClause;

const EXTENSIONS = /\.(?:[cm]?[jt]s|[jt]sx)$/;

/** Whether a file is one of TypeScript or JavaScript. */
export const isTypeScript = (file: string): boolean => EXTENSIONS.test(file);

/**
 * Takes a feature out of a file of TypeScript or JavaScript.
 * @param ts The compiler of the repository.
 * @returns undefined when the file cannot be parsed.
 */
export function removeFromTypeScript(
  ts: Compiler,
  file: string,
  text: string,
  wanted: Wanted,
): Rewritten | undefined {
  const source = parsed(ts, file, text);
  if (!source) return undefined;
  const removal = new TypeScriptRemoval(ts, source, wanted);
  const rewritten = removal.rewritten();
  return parsed(ts, file, rewritten.text) && rewritten;
}

function parsed(ts: Compiler, file: string, text: string): TS.SourceFile | undefined {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const { parseDiagnostics } = source as unknown as { parseDiagnostics: readonly unknown[] };
  return parseDiagnostics.length === 0 ? source : undefined;
}

/** Rewrites one file. What is unchanged keeps its text. */
class TypeScriptRemoval {
  private readonly text: string;
  private readonly hits: TypeScriptHits;
  private readonly left: LeftOver[] = [];

  constructor(
    private readonly ts: Compiler,
    private readonly source: TS.SourceFile,
    wanted: Wanted,
  ) {
    this.text = source.text;
    this.hits = new TypeScriptHits(ts, source, wanted, (node, reason) => this.leave(node, reason));
  }

  rewritten(): Rewritten {
    const text = edited(this.text, this.edits(this.source));
    return { text, left: this.left.sort((a, b) => a.line - b.line) };
  }

  private leave(node: TS.Node, reason: string): void {
    this.left.push({ line: lineAt(this.text, node.getStart()), reason });
  }

  /** The changes within a node. */
  private edits(node: TS.Node): Edit[] {
    const { ts } = this;
    if (!this.hits.isTouched(node)) return [];
    if (ts.isSourceFile(node) || ts.isBlock(node) || ts.isModuleBlock(node))
      return this.ofList(node, node.statements);
    if (ts.isCaseOrDefaultClause(node))
      return [
        ...(ts.isCaseClause(node) ? this.edits(node.expression) : []),
        ...this.ofList(node, node.statements),
      ];
    if (ts.isIfStatement(node)) return this.ofIf(node);
    if (ts.isIterationStatement(node, false)) this.leaveLoop(node);
    if (ts.isJsxExpression(node)) return this.ofJsx(node);
    if (ts.isShorthandPropertyAssignment(node)) return this.replaced(node, this.shorthand(node));
    const expression = this.ofExpression(node);
    return expression === undefined ? this.ofChildren(node) : this.replaced(node, expression);
  }

  private ofChildren(node: TS.Node): Edit[] {
    const edits: Edit[] = [];
    this.ts.forEachChild(node, (child) => void edits.push(...this.edits(child)));
    return edits;
  }

  private replaced(node: TS.Node, text: string): Edit[] {
    return [{ start: node.getStart(), end: node.end, text }];
  }

  private shorthand({ name }: TS.ShorthandPropertyAssignment): string {
    return `${name.text}: ${this.hits.valueOf(name)}`;
  }

  /** The text of a node, with its changes. */
  private render(node: TS.Node): string {
    return edited(this.text, this.edits(node), node.getStart(), node.end);
  }

  /** What is left of an expression; undefined when it stays. */
  private ofExpression(node: TS.Node): string | undefined {
    const survivor = this.hits.survivorOf(node);
    if (typeof survivor === 'boolean') return String(survivor);
    if (survivor === node) return undefined;
    const text = this.render(survivor);
    return this.ts.isArrowFunction(node.parent) && text.startsWith('{') ? `(${text})` : text;
  }

  private ofJsx(node: TS.JsxExpression): Edit[] {
    const { ts } = this;
    const { expression, parent } = node;
    if (!expression || !(ts.isJsxElement(parent) || ts.isJsxFragment(parent)))
      return this.ofChildren(node);
    let survivor = this.hits.survivorOf(expression);
    while (typeof survivor !== 'boolean' && ts.isParenthesizedExpression(survivor))
      survivor = survivor.expression;
    if (typeof survivor === 'boolean') return [wholeLines(this.text, node.getStart(), node.end)];
    const isElement =
      ts.isJsxElement(survivor) ||
      ts.isJsxSelfClosingElement(survivor) ||
      ts.isJsxFragment(survivor);
    if (isElement && survivor !== expression) return this.replaced(node, this.render(survivor));
    return this.ofChildren(node);
  }

  /** Changes of an `if` that is not in a list of statements, or whose condition stays. */
  private ofIf(node: TS.IfStatement): Edit[] {
    const { ts } = this;
    const value = this.hits.valueOf(node.expression);
    if (value !== undefined) {
      const chosen = value ? node.thenStatement : node.elseStatement;
      const text = chosen ? this.render(chosen) : '{}';
      const { parent } = node;
      const couldTakeElse =
        ts.isIfStatement(parent) && parent.thenStatement === node && !!parent.elseStatement;
      const isBraced = !couldTakeElse || (chosen && ts.isBlock(chosen)) || !chosen;
      return this.replaced(node, isBraced ? text : `{ ${text} }`);
    }
    const { expression, thenStatement, elseStatement } = node;
    const edits = [...this.edits(expression), ...this.edits(thenStatement)];
    if (!elseStatement) return edits;
    const goes = ts.isIfStatement(elseStatement) && this.isGone(elseStatement);
    return goes
      ? [...edits, { start: thenStatement.end, end: elseStatement.end, text: '' }]
      : [...edits, ...this.edits(elseStatement)];
  }

  /** Whether nothing of a statement is left. */
  private isGone(node: TS.Statement): boolean {
    const { ts } = this;
    if (!this.hits.isTouched(node)) return false;
    if (ts.isExpressionStatement(node)) return this.hits.valueOf(node.expression) !== undefined;
    if (ts.isVariableStatement(node)) return this.hits.isFollowed(node);
    if (ts.isWhileStatement(node)) return this.hits.valueOf(node.expression) === false;
    if (!ts.isIfStatement(node)) return false;
    const value = this.hits.valueOf(node.expression);
    if (value === undefined) return false;
    const chosen = value ? node.thenStatement : node.elseStatement;
    if (!chosen) return true;
    return ts.isBlock(chosen) ? this.isEmpty(chosen) : this.isGone(chosen);
  }

  private isEmpty(block: TS.Block): boolean {
    return this.text.slice(block.getStart() + 1, block.end - 1).trim() === '';
  }

  private ofList(container: Container, statements: Statements): Edit[] {
    const edits: Edit[] = [];
    for (const [index, statement] of statements.entries()) {
      if (!this.hits.isTouched(statement)) continue;
      if (this.isGone(statement)) {
        edits.push(this.removed(statement));
        continue;
      }
      const chosen = this.chosenOf(statement);
      if (!chosen) {
        edits.push(...this.edits(statement));
        continue;
      }
      edits.push({
        ...{ start: statement.getStart(), end: statement.end },
        text: this.withoutBraces(chosen, statement, container),
      });
      const after = statements.slice(index + 1);
      if (after.length === 0 || !this.exits(chosen)) continue;
      if (after.some((one) => this.declares(one))) this.leave(after[0]!, REASONS.after);
      else return [...edits, { start: statement.end, end: after.at(-1)!.end, text: '' }];
    }
    return edits;
  }

  /** The branch that is left of an `if`, also of one within it; undefined when it stays. */
  private chosenOf(statement: TS.Statement): TS.Statement | undefined {
    if (!this.ts.isIfStatement(statement)) return undefined;
    const value = this.hits.valueOf(statement.expression);
    if (value === undefined) return undefined;
    const chosen = value ? statement.thenStatement : statement.elseStatement;
    return chosen && (this.chosenOf(chosen) ?? chosen);
  }

  private removed(statement: TS.Statement): Edit {
    const edit = wholeLines(this.text, statement.getStart(), statement.end);
    // A comment right above it was about it; one before the first statement is about the file.
    const comments = this.ts.getLeadingCommentRanges(this.text, statement.pos) ?? [];
    for (const comment of comments.reverse()) {
      const between = this.text.slice(comment.end, edit.start);
      const isAbove = statement.pos > 0 && between.trim() === '' && between.split('\n').length <= 2;
      const isOwnLine = this.text.slice(0, comment.pos).match(/\n[ \t]*$/) !== null;
      if (isAbove && isOwnLine) edit.start = this.text.lastIndexOf('\n', comment.pos) + 1;
    }
    return edit;
  }

  /** A branch as part of the list that its `if` was in; in braces if a name could be mistaken. */
  private withoutBraces(
    chosen: TS.Statement,
    { pos, end }: TS.Statement,
    container: Container,
  ): string {
    const { ts } = this;
    if (!ts.isBlock(chosen)) return this.render(chosen);
    const names = chosen.statements.flatMap((one) => this.hits.namesOf(one));
    if (this.hits.occur(names, container, { pos, end })) return this.render(chosen);
    const inner = edited(
      this.text,
      this.ofList(chosen, chosen.statements),
      chosen.getStart() + 1,
      chosen.end - 1,
    );
    const hasTemplate = /`[^`]*\n/.test(inner);
    const start = this.text.lastIndexOf('\n', chosen.getStart()) + 1;
    return outdented(inner, /^[ \t]*/.exec(this.text.slice(start))![0], hasTemplate);
  }

  /** Whether nothing after a statement is reached. */
  private exits(statement: TS.Statement): boolean {
    const { ts } = this;
    const last = ts.isBlock(statement) ? statement.statements.at(-1) : statement;
    if (!last) return false;
    if (ts.isIfStatement(last)) {
      const chosen = this.chosenOf(last);
      return chosen !== undefined && this.exits(chosen);
    }
    return (
      ts.isReturnStatement(last) || ts.isThrowStatement(last) || ts.isBreakOrContinueStatement(last)
    );
  }

  /** Whether a statement that is never reached has names that are known elsewhere all the same. */
  private declares(node: TS.Node): boolean {
    const { ts } = this;
    if (ts.isFunctionDeclaration(node)) return true;
    if (ts.isFunctionLike(node) || ts.isClassLike(node)) return false;
    const isVar = ts.isVariableDeclarationList(node) && !(node.flags & ts.NodeFlags.BlockScoped);
    return isVar || ts.forEachChild(node, (child) => this.declares(child) || undefined) === true;
  }

  private leaveLoop(node: TS.IterationStatement): void {
    const { ts } = this;
    const condition = ts.isForStatement(node)
      ? node.condition
      : ts.isWhileStatement(node) || ts.isDoStatement(node)
        ? node.expression
        : undefined;
    const value = condition && this.hits.valueOf(condition);
    if (value !== undefined) this.leave(node, REASONS.loop);
  }
}
