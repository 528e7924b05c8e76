import type { Brand } from './brand.ts'
import { EXCHANGES } from './exchanges.ts'
import { NETWORKS } from './networks.ts'
import { PAYMENTS } from './payments.ts'
import { PROTOCOLS } from './protocols.ts'
import { SERVICES } from './services.ts'
import { WALLETS } from './wallets.ts'

/**
 * Names that phishers of crypto and payments imitate, with domains that are known to be the brand's own. A brand whose full name is
 * distinct and whose short name is a common word has an entry for each.
 */
export const BRANDS: readonly Brand[] = [...WALLETS, ...EXCHANGES, ...PROTOCOLS, ...NETWORKS, ...SERVICES, ...PAYMENTS]
