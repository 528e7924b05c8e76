import type { AnyNode, Identifier, ObjectExpression } from 'acorn'

/** A node with the node that holds it and the member under which it does. */
export type Place = { node: AnyNode; parent: AnyNode | null; under: string }

/** What every call gives to a parameter, by its name. */
export type Given = ReadonlyMap<string, readonly AnyNode[]>

/**
 * Parameters whose values all stand in the code as arguments: the function has one name, which is made once and only ever called, and the
 * parameter has a name of its own that nothing writes to. What is handed on, spread or left out is not known.
 * @param isMade whether a place gives a name.
 * @param isTarget whether a place is written to.
 */
export function givenTo(
  places: readonly Place[],
  isMade: (place: Place) => boolean,
  isTarget: (place: Place) => boolean,
): Given {
  const made = new Map<string, number>()
  const uses = new Map<string, Place[]>()
  const written = new Set<string>()
  for (const place of places) {
    if (place.node.type !== 'Identifier') continue
    const { name } = place.node
    if (isMade(place)) made.set(name, (made.get(name) ?? 0) + 1)
    else if (!isName(place)) uses.set(name, [...(uses.get(name) ?? []), place])
    if (isTarget(place) && !isName(place)) written.add(name)
  }
  const given = new Map<string, AnyNode[]>()
  for (const { node } of places) {
    if (node.type !== 'VariableDeclarator' || node.id.type !== 'Identifier' || made.get(node.id.name) !== 1) continue
    if (node.init?.type !== 'ArrowFunctionExpression' || written.has(node.id.name)) continue
    const calls = (uses.get(node.id.name) ?? []).map(callOf)
    if (!calls.every((call) => call !== null)) continue
    for (const [at, parameter] of node.init.params.entries()) {
      if (parameter.type !== 'Identifier' || made.get(parameter.name) !== 1 || written.has(parameter.name)) continue
      const values = calls.map((call) => valueAt(call, at))
      if (values.every((value) => value !== null)) given.set(parameter.name, values)
    }
  }
  return given
}

/** Names a member or a label, and no value. */
function isName({ parent, under }: Place): boolean {
  if (parent?.type === 'MemberExpression') return under === 'property' && !parent.computed
  return under === 'label' || (under === 'key' && parent !== null && 'computed' in parent && !parent.computed)
}

function callOf({ node, parent, under }: Place): { arguments: readonly AnyNode[] } | null {
  return parent?.type === 'CallExpression' && under === 'callee' && parent.callee === node ? parent : null
}

function valueAt(call: { arguments: readonly AnyNode[] }, at: number): AnyNode | null {
  const before = call.arguments.slice(0, at + 1)
  return before.some(({ type }) => type === 'SpreadElement') ? null : (before[at] ?? null)
}

/** The values of an expression as far as they are known: itself, or what its name is given; null where a name may stand for more. */
export function valuesOf(node: AnyNode | undefined, given: Given): readonly AnyNode[] | null {
  if (node === undefined) return null
  return node.type === 'Identifier' ? (given.get((node as Identifier).name) ?? null) : [node]
}

/** Members of an element that carry nothing where they stand as a text in the code. */
const WORDS = new Set(['className', 'id', 'type', 'placeholder', 'title', 'rows', 'cols', 'htmlFor'])

/**
 * Whether an object gives an element nothing but texts of the code and members that may be written.
 * @param isMarkup whether a text may become a document.
 */
export function isPlainProps(
  { properties }: ObjectExpression,
  { isWritten, isMarkup }: { isWritten(member: string): boolean; isMarkup(text: string): boolean },
): boolean {
  return properties.every((property) => {
    if (property.type !== 'Property' || property.computed || property.kind !== 'init') return false
    if (property.key.type !== 'Identifier') return false
    const { name } = property.key
    const { value } = property
    const text = value.type === 'Literal' && typeof value.value === 'string' ? value.value : null
    if (name === 'innerHTML') return text !== null && isMarkup(text)
    return WORDS.has(name) ? text !== null : isWritten(name)
  })
}
