import type { Category, LabelFact, Source } from '../facts.ts'
import { addressOf, type Loose, load, words } from '../read.ts'

// Helpers that hold nothing and are called by the exchange only, and what keys control.
const SKIPPED = /transformer|governor|sandbox|flashwallet|ethertoken|chainlink|wallet|dydx/i

export const zeroEx: Source = {
  package: '@0x/contract-addresses',
  takes: '0x contracts',
  extract() {
    const { getContractAddressesForChainOrThrow }: Loose = load('@0x/contract-addresses')
    const labels: LabelFact[] = []
    for (const chain of [1, 56, 137] as const)
      for (const [key, value] of Object.entries(getContractAddressesForChainOrThrow(chain))) {
        const address = addressOf(value)
        if (address === null || SKIPPED.test(key)) continue
        const category: Category =
          /treasury|vault/i.test(key) && /zrx/i.test(key)
            ? 'dao_treasury'
            : /token$/i.test(key)
              ? 'token'
              : 'defi_protocol'
        labels.push({ chain, address, name: `0x ${words(key)}`, category, confidence: 'high' })
      }
    return { labels }
  },
}
