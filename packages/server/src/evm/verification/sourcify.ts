import { CHAIN_IDS } from '@redoubt/risk/chain.ts'
import type { ServiceAccess } from './createAskJson.ts'
import type { Explorer, ReportedCreation } from './explorer.ts'
import { ExplorerFailure } from './explorerFailure.ts'
import { parseAbi } from './parseAbi.ts'
import { addressOf, compilerOf, hashOf, integerOf, nameOf, object } from './words.ts'

const NAME = 'Sourcify'
const FIELDS = 'abi,compilation.name,compilation.language,compilation.compilerVersion,deployment'

/**
 * Sourcify's API v2, `GET /v2/contract/{chainId}/{address}` (docs.sourcify.dev/docs/api): one request for source and creation.
 * An unverified contract is HTTP 404 with `match: null`.
 * @param base `https://sourcify.dev/server`
 */
export function sourcify(base: string, { askJson, guard }: ServiceAccess): Explorer {
  const root = base.replace(/\/+$/, '')
  return {
    name: NAME,
    covers: () => true,
    ask: (chain, address) =>
      guard(chain, async () => {
        const url = new URL(`${root}/v2/contract/${CHAIN_IDS[chain]}/${address}`)
        url.searchParams.set('fields', FIELDS)
        const { status, body } = await askJson(url)
        const answer = object(body)
        // A 404 of something else at that address says nothing of the contract.
        if (status === 404 && answer?.match === null) return UNVERIFIED
        if (status !== 200 || answer === null) throw new ExplorerFailure(NAME, `answered HTTP ${status}`)
        if (answer.match !== 'match' && answer.match !== 'exact_match') return UNVERIFIED
        const compilation = object(answer.compilation) ?? {}
        const source = {
          name: nameOf(compilation.name),
          compiler: compilerOf(compilation.compilerVersion, compilation.language),
          abi: parseAbi(answer.abi),
        }
        return { source, creation: creationOf(answer.deployment), complete: true }
      }),
  }
}

const UNVERIFIED = { source: null, creation: null, complete: true }

function creationOf(value: unknown): ReportedCreation | null {
  const deployment = object(value)
  const transaction = hashOf(deployment?.transactionHash)
  if (deployment === null || transaction === null) return null
  return { transaction, account: addressOf(deployment.deployer), block: integerOf(deployment.blockNumber), at: null }
}
