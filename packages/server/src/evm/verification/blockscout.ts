import type { Address } from '@redoubt/risk/address.ts'
import type { Chain } from '@redoubt/risk/chain.ts'
import type { ServiceAccess } from './createAskJson.ts'
import { type Explorer, ExplorerFailure, type ReportedCreation, type VerifiedSource } from './explorer.ts'
import { addressOf, compilerOf, hashOf, nameOf, object, parseAbi } from './parseAbi.ts'

const NAME = 'Blockscout'

/**
 * Blockscout's REST API, one instance a network: `/api/v2/smart-contracts/{address}` for the source,
 * `/api/v2/addresses/{address}` for the creation (docs.blockscout.com). What it does not know is HTTP 404 with
 * `message: "Not found"`.
 * @param urls `https://eth.blockscout.com`
 */
export function blockscout(urls: Readonly<Record<Chain, string | null>>, { askJson, guard }: ServiceAccess): Explorer {
  async function ask(chain: Chain, path: string, address: Address) {
    const root = (urls[chain] as string).replace(/\/+$/, '')
    const { status, body } = await askJson(new URL(`${root}/api/v2/${path}/${address}`))
    const answer = object(body)
    if (status === 404 && answer?.message === 'Not found') return null
    if (status !== 200 || answer === null) throw new ExplorerFailure(NAME, `answered HTTP ${status}`)
    return answer
  }

  return {
    name: NAME,
    covers: (chain) => urls[chain] !== null,
    ask: (chain, address) =>
      guard(chain, async () => {
        const [contract, account] = await Promise.all([
          ask(chain, 'smart-contracts', address),
          ask(chain, 'addresses', address).catch(() => undefined),
        ])
        return {
          source: contract && sourceOf(contract),
          creation: account ? creationOf(account) : null,
          complete: account !== undefined,
        }
      }),
  }
}

/** Code that changed since it was verified is not the code that was verified. */
function sourceOf(contract: Record<string, unknown>): VerifiedSource | null {
  if (contract.is_verified !== true || contract.is_changed_bytecode === true) return null
  return {
    name: nameOf(contract.name),
    compiler: compilerOf(contract.compiler_version, contract.language),
    abi: parseAbi(contract.abi),
  }
}

function creationOf(account: Record<string, unknown>): ReportedCreation | null {
  // Instances from before 2025 say `tx`.
  const transaction = hashOf(account.creation_transaction_hash ?? account.creation_tx_hash)
  if (transaction === null) return null
  return { transaction, account: addressOf(account.creator_address_hash), block: null, at: null }
}
