import type { Category, LabelFact, Source, TokenFact } from '../facts.ts'
import { addressOf, importFile, type Loose, words } from '../read.ts'

const PACKAGE = '@enzymefinance/environment'
// Other projects' contracts that Enzyme calls: oracles, registries and helpers that users never approve are left out.
const PROJECTS =
  /^(aave|arrakis|balancer|compound|curve|cvxCrv|convex|lido|maker|morpho|oneInch|paraSwap|pendle|poolTogether|stader|synthetix|uniswap|votium|yearn|zeroEx|kiln|maple|liquity|theGraph|stakeWise|goldfinch|notional)/

export const enzyme: Source = {
  package: PACKAGE,
  takes: 'Enzyme releases, the protocols they work with, and the asset universe',
  async extract() {
    const labels: LabelFact[] = []
    const tokens: TokenFact[] = []
    for (const [name, chain] of [
      ['ethereum', 1],
      ['polygon', 137],
    ] as const) {
      const module: Loose = await importFile(`${PACKAGE}/dist/esm/deployments/${name}.js`)
      const deployment = module.default ?? module
      const add = (value: unknown, label: string, category: Category, confidence: LabelFact['confidence']) => {
        const address = addressOf(value)
        if (address !== null) labels.push({ chain, address, name: label, category, confidence })
      }
      // Its GenericAdapter calls whatever the vault's manager chose; it acts for vaults only.
      for (const [release, { contracts }] of Object.entries<Loose>(deployment.releases))
        for (const [key, value] of Object.entries(contracts))
          if (!/owner$/i.test(key)) add(value, `Enzyme ${words(release)} ${words(key)}`, 'defi_protocol', 'high')
      for (const [key, value] of Object.entries(deployment.externalContracts))
        if (PROJECTS.test(key) && !/oracle|feed|owner|admin/i.test(key))
          add(value, words(key), 'defi_protocol', 'medium')
      for (const { id, symbol, name: title, decimals, type, staking } of deployment.assets) {
        tokens.push({ chain, address: id, symbol, name: title, decimals })
        // Vaults, gauges and pools that are their own share take assets in: a token and a spender.
        if (/curve-pool|balancer-pool|yearn|erc-4626|compound-v|idle|uniswap-v2|aave-v/.test(type))
          add(id, title, 'token', 'medium')
        if (/yearn|erc-4626|^compound-v|idle|gauge|curve/.test(type)) add(id, title, 'defi_protocol', 'medium')
        for (const { token, type: kind } of staking ?? []) add(token, `${title} ${kind}`, 'defi_protocol', 'medium')
      }
    }
    return { labels, tokens }
  },
}
