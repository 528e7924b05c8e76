import type { ChainId, LabelFact, Source } from '../facts.ts'
import { readText } from '../read.ts'

const PACKAGE = '@curvefi/api'
const ROLES = {
  swap_address: ['pool', 'defi_protocol'],
  deposit_address: ['deposit zap', 'defi_protocol'],
  gauge_address: ['gauge', 'defi_protocol'],
  token_address: ['LP token', 'token'],
} as const

/** Written in JavaScript that imports ABIs in a way newer engines refuse, so it is read as text. */
export const curve: Source = {
  package: PACKAGE,
  takes: 'Curve pools, deposit zaps, gauges and LP tokens',
  extract() {
    const labels: LabelFact[] = []
    for (const [file, chain] of [
      ['ethereum', 1],
      ['polygon', 137],
    ] as const) {
      const text = readText(`${PACKAGE}/lib/constants/pools/${file}.js`)
      for (const block of text.split(/\n {4}(?:"|')?[\w-]+(?:"|')?: \{\n/).slice(1)) {
        const title = /full_name: ["']([^"']+)/.exec(block)?.[1] ?? /name: ["']([^"']+)/.exec(block)?.[1]
        for (const [key, [role, category]] of Object.entries(ROLES)) {
          const address = new RegExp(`\\b${key}: ["'](0x[0-9a-fA-F]{40})`).exec(block)?.[1]
          if (address !== undefined && title !== undefined)
            labels.push({ chain, address, name: `Curve ${title} ${role}`, category, confidence: 'high' })
        }
      }
    }
    return { labels: [...labels, ...network()] }
  },
}

/** Routers and registries of every network: `const ALIASES_ETHEREUM = { "crv": "0x…" }`. */
function network(): LabelFact[] {
  const labels: LabelFact[] = []
  const text = readText(`${PACKAGE}/lib/constants/network_constants.js`)
  for (const [name, chain] of [
    ['ETHEREUM', 1],
    ['POLYGON', 137],
    ['BSC', 56],
  ] as [string, ChainId][]) {
    const block = new RegExp(`ALIASES_${name} = [^{]*\\{([^}]*)\\}`).exec(text)?.[1] ?? ''
    for (const [, key = '', address = ''] of block.matchAll(/["']?(\w+)["']?: ["'](0x[0-9a-fA-F]{40})/g))
      if (!/crv$|admin|anycall|circulating|_token/.test(key))
        labels.push({
          chain,
          address,
          name: `Curve ${key.replaceAll('_', ' ')}`,
          category: 'defi_protocol',
          confidence: 'high',
        })
  }
  return labels
}
