import type { AnyNode, Pattern } from 'acorn'
import type { Place } from './place.ts'

/** Names that a part of a code makes, and the part around it. `hoist`: where `var` makes its names. */
type Scope = { names: Set<string>; outer: Scope | null; hoist: Scope | null }

export type Scopes = {
  /** Whether the code itself makes what a name stands for at this place. A browser’s names and those of elements are made elsewhere. */
  isOwn(place: Place): boolean
  /** Places that give a name. */
  made: ReadonlySet<AnyNode>
  /** How many places give each name. */
  times: ReadonlyMap<string, number>
}

const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'])
/** Where a switch decides is outside of its cases, and each case is taken alone. */
const OPENS = new Set([
  ...FUNCTIONS,
  ...['Program', 'BlockStatement', 'StaticBlock', 'ClassExpression', 'CatchClause', 'SwitchCase'],
  ...['ForStatement', 'ForInStatement', 'ForOfStatement'],
])
const LISTS = new Set(['Program', 'BlockStatement', 'StaticBlock', 'SwitchCase'])

/**
 * Which part of a code makes which names. A name is never taken for visible where the language might mean another: a function in a block
 * is known in its block, and what a body makes is unknown to the parameters.
 * @param places all nodes of one code, each before what it holds.
 * @param spend counts steps, and throws when there were too many.
 */
export function scopesOf(places: readonly Place[], spend: (steps: number) => void): Scopes {
  const scopes = new Map<AnyNode, Scope>()
  const made = new Set<AnyNode>()
  const times = new Map<string, number>()
  const make = (scope: Scope | null | undefined, patterns: readonly (Pattern | null | undefined)[]) => {
    for (const one of namesOf(patterns)) {
      made.add(one)
      times.set(one.name, (times.get(one.name) ?? 0) + 1)
      scope?.names.add(one.name)
    }
  }
  for (const { node, parent } of places) {
    const around = parent === null ? null : (scopes.get(parent) ?? null)
    const scope = OPENS.has(node.type) ? open(node, parent, around) : around
    if (scope !== null) scopes.set(node, scope)
    switch (node.type) {
      case 'VariableDeclaration':
        make(
          node.kind === 'var' ? scope?.hoist : scope,
          node.declarations.map(({ id }) => id),
        )
        break
      case 'FunctionDeclaration':
        make(parent !== null && LISTS.has(parent.type) ? around : null, [node.id])
        make(scope, node.params)
        break
      case 'FunctionExpression':
        make(scope, [node.id, ...node.params])
        break
      case 'ArrowFunctionExpression':
        make(scope, node.params)
        break
      case 'ClassDeclaration':
      case 'ClassExpression':
        make(scope, [node.id])
        break
      case 'CatchClause':
        make(scope, [node.param])
    }
  }
  const isOwn = ({ node, parent }: Place) => {
    if (node.type !== 'Identifier') return false
    let scope = parent === null ? null : (scopes.get(parent) ?? null)
    while (scope !== null && !scope.names.has(node.name)) {
      spend(1)
      scope = scope.outer
    }
    return scope !== null
  }
  return { isOwn, made, times }
}

function open(node: AnyNode, parent: AnyNode | null, outer: Scope | null): Scope {
  const scope: Scope = { names: new Set(), outer, hoist: outer?.hoist ?? null }
  const isBody = node.type === 'BlockStatement' && parent !== null && FUNCTIONS.has(parent.type)
  if (isBody || node.type === 'Program' || node.type === 'StaticBlock') scope.hoist = scope
  return scope
}

/** Names that patterns give. */
function namesOf(patterns: readonly (Pattern | null | undefined)[]): Extract<Pattern, { type: 'Identifier' }>[] {
  const names: Extract<Pattern, { type: 'Identifier' }>[] = []
  const left = [...patterns]
  for (const one of left) {
    if (one == null) continue
    if (one.type === 'Identifier') names.push(one)
    else if (one.type === 'ArrayPattern') for (const element of one.elements) left.push(element)
    else if (one.type === 'AssignmentPattern') left.push(one.left)
    else if (one.type === 'RestElement') left.push(one.argument)
    else if (one.type === 'ObjectPattern')
      for (const property of one.properties)
        left.push(property.type === 'RestElement' ? property.argument : property.value)
  }
  return names
}
