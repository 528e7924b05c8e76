import type { LabelFact, Source } from '../facts.ts'
import { addressOf, filesBelow, readJson } from '../read.ts'

const PACKAGE = '@boardroom/protocol-info'

export const boardroom: Source = {
  package: PACKAGE,
  takes: 'DAO treasuries',
  extract() {
    const labels: LabelFact[] = []
    for (const file of filesBelow(`${PACKAGE}/protocols`)) {
      if (!/^[^/]+\/[^/]+\/protocols\/[^/]+\/index\.json$/.test(file)) continue
      const { cname, path, name, treasuryAddresses, isEnabled } = readJson(file)
      if (isEnabled === false || /test|example/i.test(path ?? cname)) continue
      for (const value of treasuryAddresses ?? []) {
        const address = addressOf(value)
        // Projects list themselves. The book names no network; its treasuries are of Ethereum. Some are keys: the rules see that on chain.
        if (address !== null)
          labels.push({
            chain: 1,
            address,
            name: `${name ?? title(cname)} treasury`,
            category: 'dao_treasury',
            confidence: 'low',
          })
      }
    }
    return { labels }
  },
}

function title(cname: string): string {
  return cname.replace(/\.eth$|eth$/, '').replace(/^./, (letter) => letter.toUpperCase())
}
