import path from 'node:path';
import ts from 'typescript';

/** Kinds of values in TypeScript, as far as PostgreSQL distinguishes them. */
export type Kind = 'string' | 'number' | 'boolean' | 'Date' | 'Buffer' | 'Json' | 'object' | 'list';

export interface DeclaredType {
  name: string;
  /** The kinds that the type allows, without null and undefined. */
  kinds: readonly Kind[];
  /** The kinds of the items of a list. */
  items: readonly Kind[];
}

/** A call of statement() or dynamicStatement(), with the types that the compiler infers. */
export interface DeclaredStatement {
  file: string;
  constant: string | undefined;
  name: string | undefined;
  isDynamic: boolean;
  /** Undefined for a dynamic statement, whose assembly function decides. */
  parameters: DeclaredType[] | undefined;
  columns: DeclaredType[];
}

/** Reads the types of all statements that these files declare. */
export function declaredStatementsOf(files: readonly string[]): DeclaredStatement[] {
  const { config } = ts.readConfigFile('tsconfig.json', ts.sys.readFile.bind(ts.sys)) as {
    config: object;
  };
  const { options } = ts.parseJsonConfigFileContent({ ...config, files }, ts.sys, path.resolve());
  const program = ts.createProgram([...files], { ...options, types: [], noEmit: true });
  const reader = new DeclarationReader(program.getTypeChecker());
  return files.flatMap((file) => reader.readFile(program.getSourceFile(file)!));
}

class DeclarationReader {
  constructor(private readonly checker: ts.TypeChecker) {}

  readFile(source: ts.SourceFile): DeclaredStatement[] {
    const found: DeclaredStatement[] = [];
    const visit = (node: ts.Node): void => {
      if (ts.isCallExpression(node)) {
        const called = node.expression.getText();
        if (called === 'statement' || called === 'dynamicStatement')
          found.push(this.readCall(node, called === 'dynamicStatement'));
      }
      ts.forEachChild(node, visit);
    };
    visit(source);
    return found;
  }

  private readCall(call: ts.CallExpression, isDynamic: boolean): DeclaredStatement {
    const [name] = call.arguments;
    const [parameters, row] = call.typeArguments ?? [];
    return {
      file: path.relative(path.resolve(), call.getSourceFile().fileName),
      constant: ts.isVariableDeclaration(call.parent) ? call.parent.name.getText() : undefined,
      name: name && ts.isStringLiteralLike(name) ? name.text : undefined,
      isDynamic,
      parameters: isDynamic || !parameters ? undefined : this.tuple(parameters),
      columns: row ? this.properties(this.checker.getTypeFromTypeNode(row), row) : [],
    };
  }

  private tuple(node: ts.TypeNode): DeclaredType[] {
    const type = this.checker.getTypeFromTypeNode(node) as ts.TypeReference;
    const names = (type.target as ts.TupleType).labeledElementDeclarations ?? [];
    return this.checker.getTypeArguments(type).map((one, n) => {
      const label = names[n];
      const name = label && ts.isIdentifier(label.name) ? label.name.text : '';
      return this.described(name, one);
    });
  }

  private properties(type: ts.Type, at: ts.Node): DeclaredType[] {
    return this.checker
      .getPropertiesOfType(type)
      .map((property) =>
        this.described(property.name, this.checker.getTypeOfSymbolAtLocation(property, at)),
      );
  }

  private described(name: string, type: ts.Type): DeclaredType {
    const all = this.alternativesOf(type);
    const items = all.flatMap((one) => {
      const item = this.itemOf(one);
      return item ? this.alternativesOf(item).map((each) => this.kindOf(each)) : [];
    });
    return {
      name,
      kinds: [...new Set(all.map((one) => this.kindOf(one)))],
      items: [...new Set(items)],
    };
  }

  private alternativesOf(type: ts.Type): ts.Type[] {
    const nothing = ts.TypeFlags.Null | ts.TypeFlags.Undefined | ts.TypeFlags.Void;
    return (type.isUnion() ? type.types : [type]).filter((one) => !(one.flags & nothing));
  }

  private kindOf(type: ts.Type): Kind {
    if (type.aliasSymbol?.name === 'Json') return 'Json';
    const simple = type.isIntersection()
      ? (type.types.find(({ flags }) => flags & ts.TypeFlags.StringLike) ?? type)
      : type;
    if (simple.flags & ts.TypeFlags.StringLike) return 'string';
    if (simple.flags & ts.TypeFlags.NumberLike) return 'number';
    if (simple.flags & ts.TypeFlags.BooleanLike) return 'boolean';
    if (this.itemOf(type)) return 'list';
    const name = type.getSymbol()?.name;
    return name === 'Date' || name === 'Buffer' ? name : 'object';
  }

  private itemOf(type: ts.Type): ts.Type | undefined {
    if (!this.checker.isArrayType(type) && !this.checker.isTupleType(type)) return undefined;
    return this.checker.getTypeArguments(type as ts.TypeReference)[0];
  }
}
