import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Chain } from '@redoubt/risk/chain.ts'
import type { AccountClass } from '@redoubt/risk/facts/account.ts'
import type { AddressSpelling } from '@redoubt/risk/facts/transaction.ts'
import { getAddress } from 'viem/utils'
import { ApiError, apiErrorOf } from '../../errors.ts'
import type { ContractScanInput, ContractScanResult } from '../scans/contract/scanContract.ts'
import type { ScanContext } from '../scans/scanContext.ts'
import type { SentTransactionInput, SentTransactionResult } from '../scans/transaction/scanSentTransaction.ts'
import type { UrlScanInput, UrlScanResult } from '../scans/url/scanUrl.ts'
import type { WalletScanInput, WalletScanResult } from '../scans/wallet/scanWallet.ts'
import type { EntityJudgement, EntityQuestion } from './entityJudgement.ts'
import { judgedContract, judgedTransaction, judgedUrl, judgedWallet } from './entityResults.ts'

/** The very scans of the other endpoints, and what tells which of them an entity needs. Wired in riskNetwork.ts. */
export type EntityScans = {
  contract(input: ContractScanInput, context: ScanContext): Promise<ContractScanResult>
  wallet(input: WalletScanInput, context: ScanContext): Promise<WalletScanResult>
  url(input: UrlScanInput, context: ScanContext): Promise<UrlScanResult>
  sentTransaction(input: SentTransactionInput, context: ScanContext): Promise<SentTransactionResult>
  /** What kind of account it is at the head of the chain. Rejects when that cannot be read. */
  accountClass(chain: Chain, address: Address, context: ScanContext): Promise<AccountClass>
  /** Returns the account that an ENS name belongs to at Ethereum's head; null: none. Rejects when that cannot be read. */
  resolveName(name: string, context: ScanContext): Promise<Address | null>
}
export type EntityJudge = (question: EntityQuestion, context: ScanContext) => Promise<EntityJudgement>

/** Left for a scan whose question took all of the time to understand. */
const MIN_MS = 200

/**
 * Judges an entity of any type by the scan of its type: an account with code of its own as a contract, any other (EIP-7702
 * accounts too, which people own) as a wallet.
 * @throws ApiError NOT_FOUND for an unknown name or hash, and what the scans throw.
 */
export function createEntityJudge(scans: EntityScans, now: () => number = Date.now): EntityJudge {
  async function judgeAccount(
    address: Address,
    spelling: AddressSpelling,
    { chain, deadlineMs }: EntityQuestion,
    context: ScanContext,
  ): Promise<EntityJudgement> {
    const began = now()
    const kind = await inTime(deadlineMs, context, { chain, subject: spelling.checksummed }, (within) =>
      scans.accountClass(chain, address, within),
    )
    const input = { chain, address, spelling, deadlineMs: rest(deadlineMs, began) }
    if (kind === 'contract')
      return judgedContract(await scans.contract({ ...input, includeAbi: false, simulateTrade: true }, context), began)
    const wallet = { ...input, owner: null, includeTransactions: false, includeApprovals: false }
    return judgedWallet(await scans.wallet(wallet, context), began)
  }

  async function judgeNamed(name: string, question: EntityQuestion, context: ScanContext): Promise<EntityJudgement> {
    const began = now()
    const { deadlineMs } = question
    const address = await inTime(deadlineMs, context, { chain: 'ethereum', subject: name }, (within) =>
      scans.resolveName(name, within),
    )
    if (address === null)
      throw new ApiError('NOT_FOUND', { detail: `The name ${name} belongs to no address on Ethereum.` })
    const checksummed = getAddress(address)
    const spelling = { member: 'address', spelled: checksummed, checksummed, checksumFailed: false } as const
    return judgeAccount(address, spelling, { ...question, deadlineMs: rest(deadlineMs, began) }, context)
  }

  async function judgeUrl(url: string, { chain, deadlineMs, fresh }: EntityQuestion, context: ScanContext) {
    const asked = { url, chain, includeContent: false, includeWhois: false, browse: false, fresh, deadlineMs }
    return judgedUrl(await scans.url(asked, context))
  }

  async function judgeTransaction(hash: Hex, { deadlineMs }: EntityQuestion, context: ScanContext) {
    const began = now()
    const asked = { hash, chain: null, simulate: true, explain: false, deadlineMs }
    return judgedTransaction(await scans.sentTransaction(asked, context), began)
  }

  function rest(deadlineMs: number, began: number): number {
    return Math.max(MIN_MS, deadlineMs - (now() - began))
  }

  return async function judge(question, context) {
    const { entity, text } = question
    const judged =
      entity.type === 'address'
        ? await judgeAccount(entity.address, entity.spelling, question, context)
        : entity.type === 'ens'
          ? await judgeNamed(entity.name, question, context)
          : entity.type === 'url'
            ? await judgeUrl(entity.url, question, context)
            : await judgeTransaction(entity.hash, question, context)
    return { ...judged, entity: text }
  }
}

/** Reads what must be known before any scan, under the deadline of the whole. */
async function inTime<Value>(
  deadlineMs: number,
  context: ScanContext,
  { chain, subject }: { chain: Chain; subject: string },
  read: (context: ScanContext) => Promise<Value>,
): Promise<Value> {
  const late = AbortSignal.timeout(deadlineMs)
  try {
    return await read({ ...context, signal: AbortSignal.any([context.signal, late]) })
  } catch (error) {
    const known = apiErrorOf(error)
    if (known) throw known
    if (late.aborted) throw new ApiError('UPSTREAM_TIMEOUT', { subject, deadlineMs }, { cause: error })
    if (context.signal.aborted) throw error
    throw new ApiError('UPSTREAM_UNAVAILABLE', { chain, retryAfter: 1 }, { cause: error })
  }
}
