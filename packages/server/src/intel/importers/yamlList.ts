import { parse, YAMLError } from 'yaml'
import type { FormatOptions } from '../ports.ts'
import type { Collection } from './collectEntries.ts'
import type { Importer } from './importer.ts'
import { linesOf } from './lines.ts'

/** Characters parsed at once: enough to be quick, little enough to be small. */
const BATCH = 8 * 1024
/** Of one item; a longer one is a document, not an entry. */
const ITEM_LENGTH = 8 * 1024
/** Deeper nesting overflows the parser's stack, which can kill the process, and keys that are collections take it minutes. */
const NESTING = 64
const OPENS = /[[{]|-(?=\s+-\s)/g
const COMPLEX_KEY = /(?:^|[\s{[,-])\?\s/
const ITEM = /^(\s*)-(?:\s|$)/
const SKIPPED = /^\s*(?:#|$)|^(?:---|\.\.\.|%)/
const KEY = /^([^\s#'"[{][^:]*|"[^"]*"|'[^']*'):(?:\s|$)/
/** Every scalar is text, aliases are errors, and warnings would print a stranger's text to this process's log. */
const FAILSAFE = { schema: 'failsafe', mapAsMap: true, maxAliasCount: 0, logLevel: 'error' } as const
const VALUES = ['url', 'address', 'domain', 'host', 'value']
const NAMES = ['name', 'title']
const WORDS = ['label', 'category', 'type']

/**
 * A YAML block sequence (`- evil.example`, or `- url: evil.example` with further members) at the top, or below one key of
 * the top with option `path`. Read item by item: aliases, merge keys and tags mean nothing, and every scalar is text, so that
 * an address without quotes is no number.
 */
export const yamlList: Importer = (text, into, { options }) => {
  let inList = options.path === undefined
  let indent: number | null = null
  let item = ''
  let batch: string[] = []
  let batchLength = 0
  const endBatch = () => {
    addItems(batch, into, options)
    batch = []
    batchLength = 0
  }
  const endItem = () => {
    if (isHarmless(item)) batch.push(item)
    else if (item !== '') into.refuse('malformed', item)
    batchLength += item.length
    item = ''
    if (batchLength > BATCH) endBatch()
  }
  for (const { text: line, overlong } of linesOf(text)) {
    if (overlong) {
      into.refuse('line-too-long', line)
      continue
    }
    if (SKIPPED.test(line)) continue
    const begins = ITEM.exec(line)?.[1]?.length
    const key = begins === undefined ? KEY.exec(line)?.[1] : undefined
    if (key !== undefined) {
      into.saw(key)
      endItem()
      inList = key.replace(/^["']|["']$/g, '') === options.path
      indent = null
    } else if (inList && begins !== undefined && (indent ?? begins) === begins) {
      indent = begins
      endItem()
      item = line
    } else if (inList && item !== '') {
      // Past its bound an item is refused when it ends; nothing more of it is kept.
      if (item.length <= ITEM_LENGTH) item += `\n${line}`
    } else if (inList) into.refuse('malformed', line)
  }
  endItem()
  endBatch()
}

function isHarmless(item: string): boolean {
  if (item === '' || item.length > ITEM_LENGTH || COMPLEX_KEY.test(item)) return false
  return (item.match(OPENS)?.length ?? 0) <= NESTING
}

function addItems(items: readonly string[], into: Collection, options: FormatOptions): void {
  if (items.length === 0) return
  try {
    const values: unknown = parse(items.join('\n'), FAILSAFE)
    for (const value of Array.isArray(values) ? values : [values]) addItem(value, into, options)
  } catch (error) {
    if (!(error instanceof YAMLError || error instanceof ReferenceError)) throw error
    // One broken item spoils its batch: each is read alone, once.
    if (items.length === 1) into.refuse('malformed', items[0])
    else for (const item of items) addItems([item], into, options)
  }
}

function addItem(item: unknown, into: Collection, { column, nameColumn, labelColumn }: FormatOptions): void {
  if (!(item instanceof Map)) {
    into.add(item)
    return
  }
  const first = (names: readonly string[]): unknown => item.get(names.find((name) => item.has(name)))
  const said = {
    name: first(nameColumn === undefined ? NAMES : [nameColumn]),
    words: first(labelColumn === undefined ? WORDS : [labelColumn]),
  }
  const value = first(column === undefined ? VALUES : [column])
  for (const one of Array.isArray(value) ? value : [value]) into.add(one, said)
}
