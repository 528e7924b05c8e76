import { cleanText } from '../../packages/server/src/lib/cleanText.ts'
import {
  CATEGORIES,
  type Category,
  type ClearMessageFact,
  type Facts,
  type LabelFact,
  type Source,
  type TokenFact,
} from './facts.ts'
import { addressOf } from './read.ts'

/** A fact and the package it came from, by index into the sources. */
export type Sourced<T> = T & { source: number }
type Kind = keyof Facts
export type Merged = {
  [kind in Kind]: Sourced<kind extends 'signatures' ? { text: string } : Facts[kind][number] & object>[]
}

const byKey =
  <T>(key: (fact: T) => string) =>
  (a: T, b: T) =>
    key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0

/** Cleans and bounds every text, drops what is no address, and keeps the first source of each fact. Sorted. */
export function merge(harvests: readonly { source: Source; facts: Partial<Facts> }[]): Merged {
  const labels = new Map<string, Sourced<LabelFact>>()
  const tokens = new Map<string, Sourced<TokenFact>>()
  const merged: Merged = {
    labels: [],
    tokens: [],
    feeds: [],
    factories: [],
    signatures: [],
    clearSigning: [],
    clearMessages: [],
    domains: [],
  }
  const once = <T>(seen: Map<string, T>, key: string, fact: T) => {
    if (!seen.has(key)) seen.set(key, fact)
  }
  const others = {
    feeds: new Map(),
    factories: new Map(),
    signatures: new Map(),
    clearSigning: new Map(),
    clearMessages: new Map(),
    domains: new Map(),
  }
  for (const [source, { facts }] of harvests.entries()) {
    for (const label of facts.labels ?? []) {
      const address = addressOf(label.address)
      // `Polygon PolygonZkEVM` in words says its project twice.
      const name = cleanText(label.name.replace(/^(\w+) \1\b/, '$1'), 64)
      if (address === null || name === '') continue
      once(labels, `${label.chain}:${address}:${label.category}`, { ...label, address, name, source })
    }
    for (const token of facts.tokens ?? []) {
      const address = addressOf(token.address)
      const symbol = cleanText(String(token.symbol ?? ''), 32)
      const name = cleanText(String(token.name ?? ''), 64)
      const decimals = Number(token.decimals)
      if (address === null || symbol === '' || !Number.isInteger(decimals) || decimals < 0 || decimals > 77) continue
      once(tokens, `${token.chain}:${address}`, { chain: token.chain, address, symbol, name, decimals, source })
    }
    for (const feed of facts.feeds ?? []) {
      const address = addressOf(feed.address)
      if (address === null) continue
      const texts = { base: cleanText(feed.base, 48), quote: cleanText(feed.quote, 16) }
      const key = `${feed.chain}:${address}`
      once(others.feeds, key, { ...feed, ...texts, address, source })
      // Another list may know the decimals that the first did not say.
      const kept = others.feeds.get(key)
      kept.decimals ??= feed.decimals
    }
    for (const factory of facts.factories ?? [])
      once(others.factories, `${factory.chain}:${factory.factory}`, { ...factory, source })
    for (const text of facts.signatures ?? []) once(others.signatures, text, { text, source })
    for (const clear of facts.clearSigning ?? []) {
      const cleaned = { ...clear, ...wordsOf(clear), source }
      once(others.clearSigning, `${clear.selector}:${[...clear.contracts].sort().join()}`, cleaned)
    }
    for (const clear of facts.clearMessages ?? []) {
      const paths = clear.fields.map(({ path }) => path)
      once(others.clearMessages, `${clear.primaryType}:${clear.owner}:${paths}`, {
        ...clear,
        ...wordsOf(clear),
        source,
      })
    }
    for (const domain of facts.domains ?? [])
      once(others.domains, domain.domain, { ...domain, brand: brandOf(domain.brand), source })
  }
  merged.labels = withoutContradictions([...labels.values()]).sort(
    byKey((fact) => `${fact.chain}:${fact.address}:${CATEGORIES.indexOf(fact.category)}`),
  )
  merged.tokens = [...tokens.values()].sort(byKey((fact) => `${fact.chain}:${fact.address}`))
  for (const [kind, seen] of Object.entries(others))
    merged[kind as 'feeds'] = [...seen.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, fact]) => fact)
  return merged
}

/** Categories that one contract can be at once. Every other pair is a mistake of a list. */
const TOGETHER: readonly (readonly Category[])[] = [
  ['defi_protocol', 'token'],
  ['bridge', 'token'],
  ['defi_protocol', 'nft_marketplace'],
  ['dao_treasury', 'multisig'],
]

/**
 * Drops labels that contradict a better one of the same address. What projects say of themselves (`low`) yields to what others
 * know; a contract's role that is held by a multisig is a placeholder of the list, or people.
 * @throws when two categories contradict each other and neither yields: look at both lists.
 */
function withoutContradictions(labels: readonly Sourced<LabelFact>[]): Sourced<LabelFact>[] {
  const byAddress = Map.groupBy(labels, ({ chain, address }) => `${chain}:${address}`)
  return [...byAddress].flatMap(([address, all]) => {
    const better = all.filter(({ confidence }) => confidence !== 'low')
    const kept = all.filter(
      (label) => label.confidence !== 'low' || better.every((other) => fit(label.category, other.category)),
    )
    const hasMultisig = kept.some(({ category }) => category === 'multisig')
    const left = kept.filter(({ category }) => !hasMultisig || fit(category, 'multisig'))
    for (const one of left)
      for (const other of left)
        if (!fit(one.category, other.category))
          throw new Error(`${address} is ${one.name} (${one.category}) and ${other.name} (${other.category})`)
    return left
  })
}

/** What runs any caller's calls may be anything besides. */
function fit(one: Category, other: Category): boolean {
  if (one === other || one === 'open-executor' || other === 'open-executor') return true
  return TOGETHER.some((pair) => pair.includes(one) && pair.includes(other))
}

function wordsOf({ owner, intent, fields }: Pick<ClearMessageFact, 'owner' | 'intent' | 'fields'>) {
  return {
    owner: cleanText(owner, 48),
    intent: cleanText(intent, 64),
    fields: fields.map((field) => ({ ...field, label: cleanText(field.label, 48) })),
  }
}

/** Who is behind a name: what is said of one token, product or contract is left out. */
function brandOf(name: string): string {
  const brand = cleanText(name, 48)
  return brand.replace(/( Service GmbH| Deployer| Migrator| Bridge| Advanced| Global| Token| USD| Shard)+$/, '')
}
