import { globSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'

const ROOT = join(import.meta.dirname, '../..')
const RISK = join(ROOT, 'packages/risk/src')
const TARGET = 'packages/server/src/http/openapi/evidence.generated.json'

/** Findings about the scan itself, which no detector makes. */
const OF_SCANS: readonly [string, unknown][] = [
  ['not-enough-known', { title: 'Insufficient data', members: { missing: 'string[]', reasons: 'string[]?' } }],
  [
    'experimental-network',
    {
      title: 'Experimental network',
      members: { chain: 'string', chainId: 'number', coin: 'string', maxConfidence: 'number' },
    },
  ],
  ['thin-wallet-record', { title: 'Thin wallet history', members: { unknown: 'string[]', weighted: 'number' } }],
  ['wallet-record', { title: 'Wallet history and age', members: { unknown: 'string[]', weighted: 'number' } }],
  ['other-findings', { title: 'Other risk findings', members: { findings: 'string[]' } }],
  ['unknown-request-members', { title: 'Unknown request members ignored', members: { members: 'string[]' } }],
]

type Members = Map<string, Set<string>>

/** Types of the evidence that each detector returns, as the compiler infers them: what the document says of `Finding.evidence`. */
export default async function evidence(): Promise<Record<string, string>> {
  const files = globSync('detectors/*/*.ts', { cwd: RISK }).filter((file) => /\/[\w-]+\.ts$/.test(file))
  const program = ts.createProgram(
    files.map((file) => join(RISK, file)),
    {
      strict: true,
      exactOptionalPropertyTypes: true,
      target: ts.ScriptTarget.ESNext,
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      allowImportingTsExtensions: true,
      noEmit: true,
      skipLibCheck: true,
      types: [],
    },
  )
  const checker = program.getTypeChecker()
  const found: [string, unknown][] = []
  for (const file of files) {
    const source = program.getSourceFile(join(RISK, file))
    const declared = source && declarationIn(source)
    if (declared === undefined) continue
    const { id, title, detect } = declared
    found.push([id, { title, members: evidenceMembers(checker, detect) }])
  }
  found.push(...OF_SCANS)
  found.sort(([one], [other]) => (one < other ? -1 : 1))
  return { [TARGET]: `${JSON.stringify(Object.fromEntries(found), null, 1)}\n` }
}

/** The parts of `export default defineDetector({ … })`. */
function declarationIn(source: ts.SourceFile) {
  for (const statement of source.statements) {
    if (!ts.isExportAssignment(statement) || !ts.isCallExpression(statement.expression)) continue
    const [object] = statement.expression.arguments
    if (object === undefined || !ts.isObjectLiteralExpression(object)) continue
    const member = (name: string) => object.properties.find((one) => one.name?.getText() === name)
    const text = (name: string) => {
      const one = member(name)
      return one && ts.isPropertyAssignment(one) && ts.isStringLiteralLike(one.initializer)
        ? one.initializer.text
        : null
    }
    const [id, title, detect] = [text('id'), text('title'), member('detect')]
    if (id !== null && title !== null && detect !== undefined) return { id, title, detect }
  }
  return undefined
}

/**
 * Members of the evidence of every hit. Where a helper's signature hides them (`Hit`, `Evidence`), those of the object literals in the
 * functions that are called on the way; which of them stand together is not known then, so each may be absent.
 */
function evidenceMembers(checker: ts.TypeChecker, detect: ts.Node): Record<string, string> {
  const [signature] = checker.getTypeAtLocation(detect).getCallSignatures()
  const lists = signature === undefined ? [] : partsOf(checker.getReturnTypeOfSignature(signature))
  const direct = lists
    .filter((list) => checker.isArrayLikeType(list))
    .flatMap((list) => checker.getTypeArguments(list as ts.TypeReference))
    .flatMap(partsOf)
    .flatMap((hit) => hit.getProperty('evidence') ?? [])
    .flatMap((evidence) => partsOf(checker.getTypeOfSymbol(evidence)))
  const closed = direct.filter((type) => isClosed(type, checker))
  const isWhole = closed.length === direct.length && direct.length > 0 && !spreadsEvidence(checker, detect)
  if (isWhole) return membersOf(closed, checker)
  const members = membersOf([...closed, ...evidenceWritten(checker, detect)], checker)
  return Object.fromEntries(
    Object.entries(members).map(([name, type]) => [name, type.endsWith('?') ? type : `${type}?`]),
  )
}

/** Whether evidence is spread into other evidence: the compiler forgets members that it does not know by name. */
function spreadsEvidence(checker: ts.TypeChecker, node: ts.Node): boolean {
  if (ts.isSpreadAssignment(node) && checker.getIndexInfosOfType(checker.getTypeAtLocation(node.expression)).length > 0)
    return true
  return ts.forEachChild(node, (inner) => spreadsEvidence(checker, inner)) ?? false
}

function evidenceWritten(checker: ts.TypeChecker, start: ts.Node): ts.Type[] {
  const types: ts.Type[] = []
  const seen = new Set<ts.Node>()
  const visit = (node: ts.Node): void => {
    if (seen.has(node)) return
    seen.add(node)
    const named = ts.isPropertyAssignment(node) || ts.isShorthandPropertyAssignment(node)
    if (named && node.name.getText() === 'evidence')
      types.push(...partsOf(checker.getTypeAtLocation(ts.isPropertyAssignment(node) ? node.initializer : node.name)))
    if (ts.isFunctionLike(node) && node.type?.getText() === 'Evidence')
      for (const returned of returnedBy(node)) types.push(...partsOf(checker.getTypeAtLocation(returned)))
    if (ts.isIdentifier(node)) for (const body of functionsNamed(checker, node)) visit(body)
    ts.forEachChild(node, visit)
  }
  visit(start)
  return types.filter(({ flags }) => (flags & ts.TypeFlags.Object) !== 0)
}

/** Expressions that a function returns, without those of functions inside. */
function returnedBy(node: ts.SignatureDeclaration): ts.Expression[] {
  const { body } = node as { body?: ts.ConciseBody }
  if (body === undefined) return []
  if (!ts.isBlock(body)) return [body]
  const found: ts.Expression[] = []
  const visit = (inner: ts.Node): void => {
    if (ts.isFunctionLike(inner)) return
    if (ts.isReturnStatement(inner) && inner.expression) found.push(inner.expression)
    ts.forEachChild(inner, visit)
  }
  visit(body)
  return found
}

/** Functions of this project that an identifier stands for. */
function functionsNamed(checker: ts.TypeChecker, name: ts.Identifier): ts.Node[] {
  let symbol = checker.getSymbolAtLocation(name)
  if (symbol && symbol.flags & ts.SymbolFlags.Alias) symbol = checker.getAliasedSymbol(symbol)
  return (symbol?.declarations ?? []).filter(
    (one) =>
      one.getSourceFile().fileName.startsWith(RISK) &&
      (ts.isFunctionDeclaration(one) || (ts.isVariableDeclaration(one) && one.initializer !== undefined)),
  )
}

/** Whether the members of an object are known. */
function isClosed(type: ts.Type, checker: ts.TypeChecker): boolean {
  return (type.flags & ts.TypeFlags.Object) !== 0 && checker.getIndexInfosOfType(type).length === 0
}

function partsOf(type: ts.Type): ts.Type[] {
  return type.isUnion() ? type.types : [type]
}

/** Members of all of them, by name; absent in one is `?`. */
function membersOf(types: readonly ts.Type[], checker: ts.TypeChecker): Record<string, string> {
  const members: Members = new Map()
  const names = new Set(types.flatMap((type) => type.getProperties().map(({ name }) => name)))
  for (const name of names) {
    const kinds = new Set<string>()
    for (const type of types) {
      const symbol = type.getProperty(name)
      if (symbol === undefined) kinds.add('undefined')
      else for (const part of partsOf(checker.getTypeOfSymbol(symbol))) kinds.add(kindOf(part, checker))
      if (symbol && symbol.flags & ts.SymbolFlags.Optional) kinds.add('undefined')
    }
    members.set(name, kinds)
  }
  return Object.fromEntries(
    [...members].sort(([one], [other]) => (one < other ? -1 : 1)).map(([name, kinds]) => [name, written(kinds)]),
  )
}

const ORDER = ['string', 'number', 'boolean', 'string[]', 'null']

function written(kinds: Set<string>): string {
  return ORDER.filter((kind) => kinds.has(kind)).join('|') + (kinds.has('undefined') ? '?' : '')
}

function kindOf(type: ts.Type, checker: ts.TypeChecker): string {
  const { flags } = type
  if (flags & ts.TypeFlags.StringLike) return 'string'
  if (flags & ts.TypeFlags.NumberLike) return 'number'
  if (flags & ts.TypeFlags.BooleanLike) return 'boolean'
  if (flags & ts.TypeFlags.Null) return 'null'
  if (flags & ts.TypeFlags.Undefined) return 'undefined'
  if (checker.isArrayLikeType(type)) return 'string[]'
  throw new Error(`Evidence holds ${checker.typeToString(type)}, which is no JSON value of Evidence`)
}
