import { toFunctionSelector } from 'viem'
import { CATEGORIES, CHAIN_IDS, CHAINS, CONFIDENCES } from './facts.ts'
import type { Merged } from './merge.ts'
import { pricedToken } from './pricedToken.ts'

export type Section = { name: string; count: number; content: unknown }

const bytes = (numbers: number[]) => Buffer.from(numbers).toString('base64')
const hex = (values: string[]) => Buffer.from(values.map((value) => value.slice(2)).join(''), 'hex').toString('base64')

/** One section is parsed at a time, at first use. Columns, because a thousand objects cost ten times a thousand strings. */
export function encode(merged: Merged): Section[] {
  const sections: Section[] = []
  for (const id of CHAIN_IDS) {
    const labels = merged.labels.filter(({ chain }) => chain === id)
    sections.push({
      name: `labels.${CHAINS[id]}`,
      count: labels.length,
      content: {
        addresses: hex(labels.map(({ address }) => address)),
        names: labels.map(({ name }) => name),
        categories: bytes(labels.map(({ category }) => CATEGORIES.indexOf(category))),
        confidences: bytes(labels.map(({ confidence }) => CONFIDENCES.indexOf(confidence))),
        sources: bytes(labels.map(({ source }) => source)),
      },
    })
  }
  for (const id of CHAIN_IDS) {
    const tokens = merged.tokens.filter(({ chain }) => chain === id)
    sections.push({
      name: `tokens.${CHAINS[id]}`,
      count: tokens.length,
      content: {
        addresses: hex(tokens.map(({ address }) => address)),
        symbols: tokens.map(({ symbol }) => symbol),
        // Empty where it only repeats the symbol.
        names: tokens.map(({ symbol, name }) => (name === symbol ? '' : name)),
        decimals: bytes(tokens.map(({ decimals }) => decimals)),
        sources: bytes(tokens.map(({ source }) => source)),
      },
    })
  }
  for (const id of CHAIN_IDS) {
    const feeds = merged.feeds.filter(({ chain }) => chain === id)
    const rows = feeds.map(({ address, base, quote, decimals, market }) =>
      market
        ? [address, base, quote, decimals, pricedToken(merged.tokens, id, base)]
        : [address, base, quote, decimals, null, 1],
    )
    sections.push({ name: `feeds.${CHAINS[id]}`, count: rows.length, content: rows })
  }
  const factories = merged.factories.map(({ source: _source, chain, ...factory }) => ({
    chain: CHAINS[chain],
    ...factory,
  }))
  sections.push({ name: 'factories', count: factories.length, content: factories })

  const signatures = merged.signatures
    .map(({ text }) => ({ text, selector: toFunctionSelector(`function ${text}`) }))
    .sort((a, b) => (a.selector + a.text < b.selector + b.text ? -1 : 1))
  sections.push({
    name: 'signatures',
    count: signatures.length,
    content: { selectors: hex(signatures.map(({ selector }) => selector)), texts: signatures.map(({ text }) => text) },
  })
  const clear = merged.clearSigning.map(({ source: _source, ...entry }) => entry)
  sections.push({ name: 'clearSigning', count: clear.length, content: clear })
  const messages = merged.clearMessages.map(({ source: _source, ...entry }) => entry)
  sections.push({ name: 'clearMessages', count: messages.length, content: messages })
  const domains = merged.domains.map(({ domain, brand }) => [domain, brand])
  sections.push({ name: 'domains', count: domains.length, content: domains })
  return sections
}
