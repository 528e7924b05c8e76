import type { OperatorFetch } from '@redoubt/egress/operatorFetch.ts'
import type { Address } from '@redoubt/risk/address.ts'
import { CHAIN_IDS, type Chain } from '@redoubt/risk/chain.ts'
import { blockscout } from './blockscout.ts'
import { createAskJson, type ServiceAccess, type ServiceLimits } from './createAskJson.ts'
import { type Explorer, ExplorerFailure, type ReportedCreation, type VerifiedSource } from './explorer.ts'
import { addressOf, compilerOf, hashOf, integerOf, nameOf, object, parseAbi, parseJson } from './parseAbi.ts'

const MAX_ABI_LETTERS = 1_000_000

const SOURCIFY = 'Sourcify'
const ETHERSCAN = 'Etherscan'

const FIELDS = 'abi,compilation.name,compilation.language,compilation.compilerVersion,deployment'

const UNVERIFIED = { source: null, creation: null, complete: true }

/** Addresses of the services, as configured; null: not asked. */
export type ExplorerAddresses = {
  sourcifyUrl: string | null
  etherscan: { urls: Readonly<Record<Chain, string | null>>; apiKey: string | null }
  blockscoutUrls: Readonly<Record<Chain, string | null>>
}

/** The services to ask, the cheapest answer first. Nothing is sent before the first question. */
export function createExplorers(
  { sourcifyUrl, etherscan: scan, blockscoutUrls }: ExplorerAddresses,
  http: Pick<OperatorFetch, 'fetch'>,
  options: { limits?: Partial<ServiceLimits>; now?: () => number } = {},
): Explorer[] {
  const any = (urls: Readonly<Record<Chain, string | null>>) => Object.values(urls).some((url) => url !== null)
  const access = (service: string) => createAskJson(service, http, options)
  return [
    ...(sourcifyUrl === null ? [] : [sourcify(sourcifyUrl, access(SOURCIFY))]),
    ...(any(scan.urls) ? [etherscan(scan, access(ETHERSCAN))] : []),
    ...(any(blockscoutUrls) ? [blockscout(blockscoutUrls, access('Blockscout'))] : []),
  ]
}

/**
 * Sourcify's API v2, `GET /v2/contract/{chainId}/{address}` (docs.sourcify.dev/docs/api): one request for source and creation.
 * An unverified contract is HTTP 404 with `match: null`.
 * @param base `https://sourcify.dev/server`
 */
function sourcify(base: string, { askJson, guard }: ServiceAccess): Explorer {
  const root = base.replace(/\/+$/, '')
  return {
    name: SOURCIFY,
    covers: () => true,
    ask: (chain, address) =>
      guard(chain, async () => {
        const url = new URL(`${root}/v2/contract/${CHAIN_IDS[chain]}/${address}`)
        url.searchParams.set('fields', FIELDS)
        const { status, body } = await askJson(url)
        const answer = object(body)
        // A 404 of something else at that address says nothing of the contract.
        if (status === 404 && answer?.match === null) return UNVERIFIED
        if (status !== 200 || answer === null) throw new ExplorerFailure(SOURCIFY, `answered HTTP ${status}`)
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

function creationOf(value: unknown): ReportedCreation | null {
  const deployment = object(value)
  const transaction = hashOf(deployment?.transactionHash)
  if (deployment === null || transaction === null) return null
  return { transaction, account: addressOf(deployment.deployer), block: integerOf(deployment.blockNumber), at: null }
}

/**
 * Etherscan's API and those made like it: `module=contract`, `getsourcecode` and `getcontractcreation`
 * (docs.etherscan.io). Version 2 has one address for all networks and a `chainid`; older ones have an address each and
 * ignore it. Errors come as HTTP 200 with `status: "0"` and the reason in `result`.
 */
function etherscan(
  { urls, apiKey }: { urls: Readonly<Record<Chain, string | null>>; apiKey: string | null },
  { askJson, guard }: ServiceAccess,
): Explorer {
  async function ask(chain: Chain, parameters: Record<string, string>): Promise<unknown[] | null> {
    const url = new URL(urls[chain] as string)
    const all = {
      chainid: String(CHAIN_IDS[chain]),
      module: 'contract',
      ...parameters,
      ...(apiKey && { apikey: apiKey }),
    }
    for (const [name, value] of Object.entries(all)) url.searchParams.set(name, value)
    const { status, body } = await askJson(url)
    const answer = object(body)
    if (status !== 200 || answer === null) throw new ExplorerFailure(ETHERSCAN, `answered HTTP ${status}`)
    if (answer.status === '1' && Array.isArray(answer.result)) return answer.result
    throwRefusal(answer)
    return null
  }

  const creationOf = async (chain: Chain, address: Address): Promise<ReportedCreation | null> => {
    const found = await ask(chain, { action: 'getcontractcreation', contractaddresses: address })
    const creation = object(found?.[0])
    const transaction = hashOf(creation?.txHash)
    if (creation === null || transaction === null) return null
    const at = integerOf(creation.timestamp)
    const account = addressOf(creation.contractCreator)
    return { transaction, account, block: integerOf(creation.blockNumber), at: at === null ? null : Number(at) }
  }

  return {
    name: ETHERSCAN,
    covers: (chain) => urls[chain] !== null,
    ask: (chain, address) =>
      guard(chain, async () => {
        const [found, creation] = await Promise.all([
          ask(chain, { action: 'getsourcecode', address }),
          creationOf(chain, address).catch(() => undefined),
        ])
        const source = object(found?.[0])
        if (source === null) throw new ExplorerFailure(ETHERSCAN, 'gave a malformed answer')
        return { source: sourceOf(source), creation: creation ?? null, complete: creation !== undefined }
      }),
  }
}

/** An unverified contract has an entry too, with a text in place of its ABI. */
function sourceOf({ ABI, ContractName, CompilerVersion }: Record<string, unknown>): VerifiedSource | null {
  if (typeof ABI !== 'string' || !ABI.startsWith('[')) return null
  return { name: nameOf(ContractName), compiler: compilerOf(CompilerVersion), abi: abiOf(ABI) }
}

function abiOf(text: string): VerifiedSource['abi'] {
  if (text.length > MAX_ABI_LETTERS) return null
  try {
    return parseAbi(parseJson(text))
  } catch {
    return null
  }
}

/** `No data found` and the like are answers; other messages are errors. */
function throwRefusal({ message, result }: Record<string, unknown>): void {
  const words = `${typeof message === 'string' ? message : ''} ${typeof result === 'string' ? result : ''}`.slice(
    0,
    500,
  )
  if (/rate limit|too many invalid/i.test(words)) throw new ExplorerFailure(ETHERSCAN, 'over its rate limit', 'busy')
  if (/api ?key|chainid|plan|upgrade|deprecated/i.test(words))
    throw new ExplorerFailure(ETHERSCAN, 'refused our key or this network', 'refused')
  if (!/no data|not found|no records/i.test(words) && result !== null)
    throw new ExplorerFailure(ETHERSCAN, 'answered with an error')
}
