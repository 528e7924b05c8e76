import type { OperatorFetch } from '@redoubt/egress/operatorFetch.ts'
import type { Chain } from '@redoubt/risk/chain.ts'
import { blockscout } from './blockscout.ts'
import { createAskJson, type ServiceLimits } from './createAskJson.ts'
import { etherscan } from './etherscan.ts'
import type { Explorer } from './explorer.ts'
import { sourcify } from './sourcify.ts'

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
    ...(sourcifyUrl === null ? [] : [sourcify(sourcifyUrl, access('Sourcify'))]),
    ...(any(scan.urls) ? [etherscan(scan, access('Etherscan'))] : []),
    ...(any(blockscoutUrls) ? [blockscout(blockscoutUrls, access('Blockscout'))] : []),
  ]
}
