import { scanAbis } from '../abiScan.ts'
import type { Source } from '../facts.ts'

/** The source, and the functions that ABIs in these folders of its package declare. */
export function withAbis(source: Source, folders: readonly string[]): Source {
  return {
    ...source,
    takes: source.takes === '' ? 'Function signatures' : `${source.takes}; function signatures`,
    async extract() {
      const signatures = folders.flatMap((folder) => scanAbis(`${source.package}${folder}`))
      return { ...(await source.extract()), signatures }
    },
  }
}

const abis = (name: string, folders: readonly string[]): Source =>
  withAbis({ package: name, takes: '', extract: () => ({}) }, folders)

/** Packages whose ABIs are taken, and nothing else. */
export const abiSources: readonly Source[] = [
  abis('@openzeppelin/contracts', ['/build/contracts']),
  abis('@0x/contract-artifacts', ['/lib']),
  abis('@enzymefinance/abis', ['']),
  abis('@aave/contract-helpers', ['/dist/cjs']),
  abis('@metamask/delegation-abis', ['/dist']),
  abis('@opensea/seaport-js', ['/lib']),
  abis('@uniswap/uniswapx-sdk', ['/dist']),
  abis('@zoralabs/protocol-deployments', ['/dist']),
  abis('@thirdweb-dev/contracts', ['']),
  abis('@lidofinance/lido-ethereum-sdk', ['/dist/esm']),
  abis('@ensdomains/ensjs', ['/dist/esm']),
  abis('dsa-connect', ['/dist']),
]
