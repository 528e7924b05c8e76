import type { OperatorFetch } from '@redoubt/egress/operatorFetch.ts'
import { createAskJson, type ServiceLimits } from '../../verification/createAskJson.ts'
import type { ExplorerAddresses } from '../../verification/createExplorers.ts'
import { blockscoutHistory } from './blockscoutHistory.ts'
import { etherscanHistory, type Share } from './etherscanHistory.ts'
import type { HistoryReader } from './historyAnswer.ts'

/** Lists are longer than sources of contracts, and slower: a page of 1,000 transactions carries their call data. */
const LIMITS: ServiceLimits = { timeoutMs: 4_000, maxBytes: 16 * 1024 * 1024 }

/** The services that list accounts, best first. Nothing is sent before the first question. */
export function createHistoryExplorers(
  {
    etherscan,
    blockscoutUrls,
  }: Pick<ExplorerAddresses, 'blockscoutUrls'> & {
    etherscan: ExplorerAddresses['etherscan'] & { perSecond: number; share?: Share }
  },
  http: Pick<OperatorFetch, 'fetch'>,
  options: { limits?: Partial<ServiceLimits>; now?: () => number } = {},
): HistoryReader[] {
  const any = (urls: ExplorerAddresses['blockscoutUrls']) => Object.values(urls).some((url) => url !== null)
  const access = (service: string) =>
    createAskJson(service, http, { ...options, limits: { ...LIMITS, ...options.limits } })
  return [
    ...(any(etherscan.urls) ? [etherscanHistory(etherscan, access('Etherscan'))] : []),
    ...(any(blockscoutUrls) ? [blockscoutHistory(blockscoutUrls, access('Blockscout'))] : []),
  ]
}
