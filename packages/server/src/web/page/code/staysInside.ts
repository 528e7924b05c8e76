import { type AnyNode, type Identifier, type MemberExpression, type Node, type Program, parse } from 'acorn'
import { type Given, givenTo, isName, isPlainProps, valuesOf } from './givenTo.ts'
import type { Place } from './place.ts'
import { type Scopes, scopesOf } from './scopes.ts'

const set = (words: string) => new Set(words.split(' '))

/** What a page may name without having made it. */
const GLOBALS = set(
  'undefined NaN Infinity Object Array Math Number String Boolean BigInt Date Map Set JSON Promise Error TypeError RangeError Intl Uint8Array Uint16Array Uint32Array Int8Array Int32Array ArrayBuffer DataView TextEncoder TextDecoder crypto console document customElements HTMLElement localStorage sessionStorage alert btoa parseInt parseFloat isNaN clearTimeout requestAnimationFrame queueMicrotask',
)
/** Members that compute, read and show. None loads, leads, makes code of text or styles. */
const MEMBERS = set(
  'length at map filter forEach reduce reduceRight some every find findIndex findLast indexOf lastIndexOf includes slice splice concat join push pop shift unshift reverse sort flat flatMap fill keys values entries from of isArray fromEntries freeze ' +
    'trim trimStart trimEnd split toLowerCase toUpperCase normalize padStart padEnd repeat replace replaceAll match matchAll test exec startsWith endsWith charAt charCodeAt codePointAt localeCompare substring toString toFixed toLocaleString ' +
    'abs min max floor ceil round pow sqrt log2 trunc sign random isInteger isSafeInteger parse stringify resolve then catch finally has add clear size now getTime ' +
    'encode decode subtle digest importKey deriveBits getRandomValues buffer byteLength byteOffset set getUint8 setUint8 getUint32 setUint32 ' +
    'log warn error info getElementById querySelector querySelectorAll createElement createTextNode append appendChild prepend replaceChildren remove removeChild body addEventListener removeEventListener preventDefault stopPropagation target currentTarget key focus blur select attachShadow define connectedCallback dataset ' +
    'get setItem getItem removeItem mode name hash salt iterations',
)
/** Members that are set. */
const WRITTEN = set(
  'textContent innerText value hidden disabled checked onclick oninput onchange onkeyup onkeydown onsubmit onload readOnly',
)
/** Members whose use decides: each is looked at where it is called or set. */
const GUARDED = set('innerHTML createElement')
/** Members that find any element of a document, its styles among them. */
const FINDERS = set('querySelector querySelectorAll')
/** Members that name an element which the code did not choose. */
const CHOSEN_BY_OTHERS = set('target currentTarget')
/** Names that no code of its own needs: what a page makes under one in one place, another place may mean the browser’s. */
const BROWSERS =
  /^(?:window|self|globalThis|top|parent|frames|opener|document|navigator|navigation|location|history|open|eval|fetch\w*|import\w*|post\w*|send\w*|set(?:Timeout|Interval|Immediate)|exec\w*|chrome|external|cookieStore|caches|indexedDB|event|name|btoa|[A-Z][a-z]\w*|webkit\w*|moz\w*|[A-Z]{2,}[a-z]\w*)$/
const TAG =
  'div|span|p|ul|ol|li|h[1-6]|main|section|article|header|footer|label|input|textarea|button|output|pre|code|table|t[drh]|tbody|thead|small|strong|em|b|i|br|hr|select|option|dialog'
const TAGS = new RegExp(`^(?:${TAG})$`)
const MARKUP = new RegExp(
  String.raw`<\/?(?:${TAG})(?:\s+(?:id|class|type|role|rows|cols|placeholder|for|name|title|lang|hidden|disabled|readonly|tabindex|aria-[a-z]+|data-[a-z]+)(?:="[^"<>&]*")?)*\s*\/?>`,
  'g',
)
/** Finds no style: by its id, its class, an attribute that a style sheet has not, or the name of an element that is seen. */
const SELECTOR = new RegExp(
  String.raw`^(?:(?:^|[\s>,]+)(?:(?:${TAG})(?![\w-])|[#.][\w-]+|\[(?:data-[\w-]+|name|role|for|placeholder|aria-[\w-]+)(?:=(?:[\w-]+|"[\w -]*"|'[\w -]*'))?\])(?:[#.][\w-]+|\[(?:data-[\w-]+|name|role|for|placeholder|aria-[\w-]+)(?:=(?:[\w-]+|"[\w -]*"|'[\w -]*'))?\])*)+$`,
)
const LONGEST_SELECTOR = 200
const TIMERS = set('setTimeout setInterval')
/** Loads other code, changes what a name means, or asks the module. */
const REFUSED = set(
  'ImportDeclaration ImportExpression ExportNamedDeclaration ExportDefaultDeclaration ExportAllDeclaration WithStatement DebuggerStatement MetaProperty TaggedTemplateExpression',
)
/** Letters of all code of a page: tools that compute and show are short, and more would hold the service up. */
export const MAX_CODE = 100_000

/** Steps of one reading: nodes, names that are looked for, and values that are looked at. */
const MAX_STEPS = 400_000

/**
 * Whether all code of a page does nothing but compute and show: every name is of a closed set, or one that the code makes itself around that
 * place; no member is named when the code runs, but of lists; no style is written, and no text becomes a document but one that stands in the
 * code, or is given to a function that makes one. What is not known may send, and so may code that is no JavaScript, is longer than
 * `MAX_CODE`, is too deep to be read, or takes more than `MAX_STEPS`.
 * @param codes scripts. Names of one are not known to the others, and what is made in two places is not known for one thing.
 * @param isStyled whether the document has style sheets, which code could fill.
 */
export function staysInside(codes: readonly string[], isStyled: boolean): boolean {
  // A browser takes them for comments where a parser may not.
  if (codes.reduce((sum, code) => sum + code.length, 0) > MAX_CODE) return false
  if (codes.some((code) => /<!--|-->/.test(code))) return false
  try {
    return areInside(
      codes.map((code) => parse(code, { ecmaVersion: 'latest', allowReturnOutsideFunction: false })),
      isStyled,
    )
  } catch {
    return false
  }
}

/** @throws RangeError for what takes too many steps. */
function areInside(programs: readonly Program[], isStyled: boolean): boolean {
  let steps = 0
  const spend = (more: number) => {
    steps += more
    if (steps > MAX_STEPS) throw new RangeError('too many steps')
  }
  const places = placesIn(programs, spend)
  const scopes = scopesOf(places, spend)
  if ([...scopes.times.keys()].some((name) => BROWSERS.test(name))) return false
  const given = givenTo(places, scopes, isTarget, spend)
  const isMarkup = memo(isPlainMarkup)
  const kept = keptIn(places, scopes)
  const names = {
    scopes,
    isStyled,
    isMarkup,
    lists: kept('ArrayExpression'),
    objects: kept('ObjectExpression'),
    given,
    props: propsIn(places, { given, isMarkup, created: createdIn(places, scopes) }),
    encoded: encodedIn(places),
    inClass: inClasses(places),
  }
  return places.every((place) => isPlain(place, names))
}

/** Asks once for each text. */
function memo(ask: (text: string) => boolean): (text: string) => boolean {
  const known = new Map<string, boolean>()
  return (text) => {
    const answer = known.get(text) ?? ask(text)
    known.set(text, answer)
    return answer
  }
}

type Names = {
  scopes: Scopes
  isStyled: boolean
  isMarkup(text: string): boolean
  /** `this` of a class: elsewhere it may be the window. */
  inClass: ReadonlySet<AnyNode>
  lists: ReadonlySet<string>
  /** Objects of the code's own that are only asked for their members. */
  objects: ReadonlySet<string>
  given: Given
  /** Objects whose members are given to an element, and were looked at as such. */
  props: ReadonlySet<AnyNode>
  /** Bytes that become letters of base64 at once, so that no text of a style or of code is made of them. */
  encoded: ReadonlySet<AnyNode>
}

/** All nodes, each before what it holds. */
function placesIn(programs: readonly Program[], spend: (steps: number) => void): Place[] {
  const places: Place[] = programs.map((node) => ({ node, parent: null, under: '' }))
  for (const { node } of places) {
    spend(1)
    for (const under in node) {
      const held = node[under as keyof AnyNode] as unknown
      if (typeof held !== 'object' || held === null) continue
      if (Array.isArray(held)) {
        for (const one of held) if (isNode(one)) places.push({ node: one, parent: node, under })
      } else if (isNode(held)) places.push({ node: held, parent: node, under })
    }
  }
  return places
}

function isNode(value: unknown): value is AnyNode {
  return typeof value === 'object' && value !== null && typeof (value as Partial<Node>).type === 'string'
}

function isPlain(place: Place, names: Names): boolean {
  const { node, parent, under } = place
  if (REFUSED.has(node.type)) return false
  switch (node.type) {
    case 'Identifier':
      return isPlainName(place as Place & { node: Identifier }, names)
    case 'MemberExpression':
      return isPlainMember(node, place, names)
    case 'Literal':
      return typeof node.value !== 'string' || isPlainText(node.value)
    case 'TemplateElement':
      return isPlainText(node.value.cooked ?? '@')
    case 'Property':
    case 'MethodDefinition':
    case 'PropertyDefinition':
      return !node.computed && ((parent !== null && names.props.has(parent)) || isPlainKey(node.key, parent, names))
    case 'ThisExpression':
      return names.inClass.has(node)
    case 'Super':
      return under === 'callee'
    default:
      return true
  }
}

/** Rules of a style sheet, and objects that a text may be read as. */
function isPlainText(text: string): boolean {
  return !/[@{]/.test(text)
}

/** A member that an object or a class gives, or that is taken out of an object. */
function isPlainKey(key: AnyNode, parent: AnyNode | null, { isStyled }: Names): boolean {
  if (key.type === 'PrivateIdentifier') return true
  const name = key.type === 'Identifier' ? key.name : key.type === 'Literal' ? key.value : null
  if (typeof name !== 'string' || (isStyled && (FINDERS.has(name) || CHOSEN_BY_OTHERS.has(name)))) return false
  return isKnown(name) || (key.type === 'Identifier' && parent?.type === 'ClassBody' && name === 'constructor')
}

function isKnown(member: string): boolean {
  return MEMBERS.has(member) || WRITTEN.has(member)
}

function isPlainName(place: Place & { node: Identifier }, { scopes }: Names): boolean {
  const { node, parent, under } = place
  // Members and keys are looked at as such, and labels name no value.
  if (scopes.made.has(node) || isName(place)) return true
  if (TIMERS.has(node.name))
    return parent?.type === 'CallExpression' && under === 'callee' && isArrow(parent.arguments[0])
  return scopes.isOwn(place) || (GLOBALS.has(node.name) && !isTarget(place))
}

/** Not a text, nor a function that is named: what runs later is read here. */
function isArrow(node: AnyNode | undefined): boolean {
  return node?.type === 'ArrowFunctionExpression' && node.params.length === 0
}

function isPlainMember(
  node: MemberExpression,
  place: Place,
  { lists, objects, given, props, encoded, isStyled, isMarkup }: Names,
): boolean {
  const { property, object } = node
  const isSet = isTarget(place)
  if (node.computed) {
    if (isSet) return false
    const named = textOf(property)
    if (object.type === 'Identifier' && lists.has(object.name)) return named === null || isKnown(named)
    return property.type === 'Literal' && typeof property.value === 'number' && place.under !== 'callee'
  }
  if (property.type === 'PrivateIdentifier') return true
  if (property.type !== 'Identifier') return false
  if (GUARDED.has(property.name)) return isPlainDocument(property.name, place, { given, isMarkup })
  if (property.name === 'all') return object.type === 'Identifier' && object.name === 'Promise' && !isSet
  if (isStyled && CHOSEN_BY_OTHERS.has(property.name)) return false
  if (isStyled && FINDERS.has(property.name)) return findsNoStyle(place, given)
  if (property.name === 'fromCharCode') return encoded.has(node)
  if (property.name === 'assign') return assigned(place, given)?.every((one) => props.has(one)) === true
  if (!isSet) return isKnown(property.name)
  // A number or a name that bundles keep with themselves.
  const isOwn = object.type === 'Identifier' && objects.has(object.name) && property.name !== '__proto__'
  const isConstant = place.parent?.type === 'AssignmentExpression' && place.parent.right.type === 'Literal'
  return WRITTEN.has(property.name) || (isOwn && isConstant)
}

/** Whether a place is written to: by an assignment of any form, a pattern or a loop. */
function isTarget({ parent, under }: Place): boolean {
  switch (parent?.type) {
    case 'AssignmentExpression':
    case 'AssignmentPattern':
    case 'ForInStatement':
    case 'ForOfStatement':
      return under === 'left'
    case 'UpdateExpression':
    case 'ArrayPattern':
    case 'RestElement':
      return true
    case 'UnaryExpression':
      return parent.operator === 'delete'
    case 'Property':
      return under === 'value'
    default:
      return false
  }
}

/** Elements and markup that stand in the code as a whole, and load nothing. */
function isPlainDocument(
  member: string,
  { parent, under }: Place,
  { given, isMarkup }: Pick<Names, 'given' | 'isMarkup'>,
): boolean {
  if (member === 'innerHTML') {
    if (parent?.type !== 'AssignmentExpression' || under !== 'left' || parent.operator !== '=') return false
    return textsOf(parent.right, given)?.every(isMarkup) === true
  }
  if (parent?.type !== 'CallExpression' || under !== 'callee' || parent.arguments.length !== 1) return false
  return textsOf(parent.arguments[0], given)?.every((tag) => TAGS.test(tag)) === true
}

/** Whether an element is looked for by what no style sheet has. */
function findsNoStyle({ parent, under }: Place, given: Given): boolean {
  if (parent?.type !== 'CallExpression' || under !== 'callee' || parent.arguments.length !== 1) return false
  const selectors = textsOf(parent.arguments[0], given)
  return selectors?.every((text) => text.length <= LONGEST_SELECTOR && SELECTOR.test(text)) === true
}

function isPlainMarkup(text: string): boolean {
  return !/[<>&]/.test(text.replace(MARKUP, ''))
}

/** What `Object.assign` gives to an element where a call of it does nothing else; null where that is not known. */
function assigned({ node, parent, under }: Place, given: Given): readonly AnyNode[] | null {
  const isObject =
    node.type === 'MemberExpression' && node.object.type === 'Identifier' && node.object.name === 'Object'
  if (!isObject || parent?.type !== 'CallExpression' || under !== 'callee' || parent.arguments.length !== 2) return null
  return valuesOf(parent.arguments[1], given)
}

/** Objects that are given to elements that the code makes, and hold nothing else. */
function propsIn(
  places: readonly Place[],
  { given, isMarkup, created }: Pick<Names, 'given' | 'isMarkup'> & { created: ReadonlySet<string> },
): Set<AnyNode> {
  const all = new Set<AnyNode>()
  for (const place of places) {
    const { node, parent } = place
    if (node.type !== 'MemberExpression' || node.computed || node.property.type !== 'Identifier') continue
    if (node.property.name !== 'assign' || parent?.type !== 'CallExpression') continue
    const [target] = parent.arguments
    if (target?.type !== 'Identifier' || !created.has(target.name)) continue
    for (const one of assigned(place, given) ?? []) all.add(one)
  }
  const isWritten = (member: string) => WRITTEN.has(member)
  return new Set(
    [...all].filter((one) => one.type === 'ObjectExpression' && isPlainProps(one, { isWritten, isMarkup })),
  )
}

/** Constants that are elements which the code makes: their names are made once. What it may make is looked at where it does. */
function createdIn(places: readonly Place[], { times }: Scopes): Set<string> {
  const created = new Set<string>()
  for (const { node } of places) {
    if (node.type !== 'VariableDeclaration' || node.kind !== 'const') continue
    for (const { id, init } of node.declarations) {
      if (id.type !== 'Identifier' || times.get(id.name) !== 1 || init?.type !== 'CallExpression') continue
      const { callee } = init
      if (callee.type !== 'MemberExpression' || callee.computed || callee.object.type !== 'Identifier') continue
      const isMade = callee.property.type === 'Identifier' && callee.property.name === 'createElement'
      if (isMade && callee.object.name === 'document') created.add(id.name)
    }
  }
  return created
}

/** Every `this` in the body of a class. */
function inClasses(places: readonly Place[]): Set<AnyNode> {
  const inside = new Set<AnyNode>()
  for (const { node, parent } of places)
    if (node.type === 'ClassBody' || (parent !== null && inside.has(parent))) inside.add(node)
  return inside
}

/** `String.fromCharCode` inside of `btoa(…)`. */
function encodedIn(places: readonly Place[]): Set<AnyNode> {
  return new Set(
    places.flatMap(({ node }) => {
      if (node.type !== 'CallExpression' || node.callee.type !== 'Identifier' || node.callee.name !== 'btoa') return []
      const [inner] = node.arguments
      return node.arguments.length === 1 && inner?.type === 'CallExpression' ? [inner.callee] : []
    }),
  )
}

/** Texts that an expression may be; null where it may be another. */
function textsOf(node: AnyNode | undefined, given: Given): string[] | null {
  const texts = valuesOf(node, given)?.map(textOf) ?? null
  return texts?.every((text) => text !== null) ? texts : null
}

/** A text that is whole in the code; null: none. */
function textOf(node: AnyNode | undefined): string | null {
  if (node?.type === 'Literal') return typeof node.value === 'string' ? node.value : null
  return node?.type === 'TemplateLiteral' && node.expressions.length === 0
    ? (node.quasis[0]?.value.cooked ?? null)
    : null
}

/** Names that stand for nothing but a list or an object of the code’s own: each is made once, and otherwise only asked for its members. */
function keptIn(places: readonly Place[], { made, times }: Scopes) {
  const other = new Set<string>()
  const inits = new Map<string, string>()
  for (const { node, parent, under } of places) {
    // A variable of the whole page is a member of its window.
    if (node.type === 'VariableDeclaration' && (node.kind !== 'var' || parent?.type !== 'Program')) {
      for (const { id, init } of node.declarations)
        if (id.type === 'Identifier' && init != null) inits.set(id.name, init.type)
    }
    if (node.type !== 'Identifier' || made.has(node) || isName({ node, parent, under })) continue
    if (parent?.type !== 'MemberExpression' || under !== 'object') other.add(node.name)
  }
  return (type: 'ArrayExpression' | 'ObjectExpression') =>
    new Set(
      [...inits].filter(([name, of]) => of === type && times.get(name) === 1 && !other.has(name)).map(([name]) => name),
    )
}
