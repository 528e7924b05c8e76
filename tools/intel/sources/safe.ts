import type { LabelFact, Source } from '../facts.ts'
import { addressOf, chainOf, filesBelow, readJson, words } from '../read.ts'

const PACKAGE = '@safe-global/safe-deployments'
// These run calls that their caller chooses.
const OPEN_EXECUTORS = /multi_send|create_call|simulate_tx_accessor/

export const safeDeployments: Source = {
  package: PACKAGE,
  takes: 'Safe singletons, factories, fallback handlers and libraries, every version',
  extract() {
    const labels: LabelFact[] = []
    for (const file of filesBelow(`${PACKAGE}/dist/assets`)) {
      if (!file.endsWith('.json')) continue
      const { version, deployments, networkAddresses } = readJson(file)
      const key = file.replace(/^.*\//, '').replace('.json', '')
      const name = `Safe ${version} ${words(key.replace(/^(gnosis_)?safe_?/, '')) || 'singleton'}`
      for (const [id, kinds] of Object.entries<string | string[]>(networkAddresses)) {
        const chain = chainOf(id)
        if (chain === null) continue
        for (const kind of [kinds].flat()) {
          const address = addressOf(deployments[kind].address)
          if (address !== null)
            labels.push({
              chain,
              address,
              name,
              category: OPEN_EXECUTORS.test(key) ? 'open-executor' : 'multisig',
              confidence: 'high',
            })
        }
      }
    }
    return { labels }
  },
}

export const safeModules: Source = {
  package: '@safe-global/safe-modules-deployments',
  takes: 'Safe modules',
  extract() {
    const labels: LabelFact[] = []
    for (const file of filesBelow('@safe-global/safe-modules-deployments/dist/assets')) {
      if (!file.endsWith('.json')) continue
      const { contractName, version, networkAddresses } = readJson(file)
      for (const [id, value] of Object.entries(networkAddresses)) {
        const chain = chainOf(id)
        const address = addressOf(value)
        if (chain !== null && address !== null)
          labels.push({
            chain,
            address,
            name: `Safe ${words(contractName)} ${version}`,
            category: 'multisig',
            confidence: 'high',
          })
      }
    }
    return { labels }
  },
}
