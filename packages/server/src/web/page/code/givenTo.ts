import type { AnyNode, ObjectExpression } from 'acorn'
import type { Place } from './place.ts'
import type { Scopes } from './scopes.ts'

/** What every call gives to a parameter, by its name; undefined where that is not known. Asking counts steps. */
export type Given = (name: string) => readonly AnyNode[] | undefined

/**
 * Parameters whose values all stand in the code as arguments: the function has one name, which is made once, never made anew and only ever
 * called, and the parameter has a name of its own that nothing writes to. What is handed on, spread or left out is not known.
 * @param isTarget whether a place is written to.
 * @param spend counts steps, and throws when there were too many.
 */
export function givenTo(
  places: readonly Place[],
  { made, times }: Pick<Scopes, 'made' | 'times'>,
  isTarget: (place: Place) => boolean,
  spend: (steps: number) => void,
): Given {
  const uses = new Map<string, Place[]>()
  const written = new Set<string>()
  for (const place of places) {
    if (place.node.type !== 'Identifier' || isName(place)) continue
    const { name } = place.node
    if (isTarget(place)) written.add(name)
    if (made.has(place.node)) continue
    const known = uses.get(name)
    if (known === undefined) uses.set(name, [place])
    else known.push(place)
  }
  const isFixed = (name: string) => times.get(name) === 1 && !written.has(name)
  const given = new Map<string, AnyNode[]>()
  for (const { node } of places) {
    // Others may be reached by another name: `this` holds them.
    if (node.type !== 'VariableDeclaration' || node.kind !== 'const') continue
    for (const { id, init } of node.declarations) {
      if (id.type !== 'Identifier' || init?.type !== 'ArrowFunctionExpression' || !isFixed(id.name)) continue
      const calls = (uses.get(id.name) ?? []).map(callOf)
      if (!calls.every((call) => call !== null)) continue
      spend(init.params.length * (calls.length + 1))
      const spreads = calls.map((call) => call.arguments.findIndex(({ type }) => type === 'SpreadElement'))
      for (const [at, parameter] of init.params.entries()) {
        if (parameter.type !== 'Identifier' || !isFixed(parameter.name)) continue
        const values = calls.map((call, index) => {
          const spread = spreads[index] ?? -1
          return spread >= 0 && spread <= at ? null : (call.arguments[at] ?? null)
        })
        if (values.every((value) => value !== null)) given.set(parameter.name, values)
      }
    }
  }
  return (name) => {
    const values = given.get(name)
    spend(values?.length ?? 1)
    return values
  }
}

/** Names a member or a label, and no value. */
export function isName({ parent, under }: Place): boolean {
  if (parent?.type === 'MemberExpression') return under === 'property' && !parent.computed
  return under === 'label' || (under === 'key' && parent !== null && 'computed' in parent && !parent.computed)
}

function callOf({ node, parent, under }: Place): { arguments: readonly AnyNode[] } | null {
  return parent?.type === 'CallExpression' && under === 'callee' && parent.callee === node ? parent : null
}

/** The values of an expression as far as they are known: itself, or what its name is given; null where a name may stand for more. */
export function valuesOf(node: AnyNode | undefined, given: Given): readonly AnyNode[] | null {
  if (node === undefined) return null
  return node.type === 'Identifier' ? (given(node.name) ?? null) : [node]
}

/** Members of an element that carry nothing where they stand as a text in the code, and the code itself makes the element. */
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
