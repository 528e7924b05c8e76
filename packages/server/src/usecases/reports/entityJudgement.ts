import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Chain } from '@redoubt/risk/chain.ts'
import type { AddressSpelling } from '@redoubt/risk/facts/transaction.ts'
import type { Judged } from '@redoubt/risk/report/buildReport.ts'
import type { EntityType } from '../../domain/entityScore.ts'

/** What is to be judged, read from what a caller wrote. An ENS name stands for the account that it belongs to on Ethereum. */
export type NamedEntity =
  | { type: 'address'; address: Address; spelling: AddressSpelling }
  | { type: 'url'; url: string }
  | { type: 'transaction'; hash: Hex }
  | { type: 'ens'; name: string }

/** A judged entity of any type: what a score, a report and a stored score are made of. */
export type EntityJudgement = Omit<Judged, 'subject' | 'breakdown' | 'history' | 'generatedAt'> & {
  entityType: EntityType
  /** This and `breakdown` are null of a transaction, which has no report. */
  subject: Judged['subject'] | null
  breakdown: Judged['breakdown'] | null
  /** What its scan answers in `threats`; none of those that answer none. */
  threats: readonly string[]
  /** What its scores are kept under: an EIP-55 address, a URL without credentials and fragment, a hash. */
  canonical: string
  /** Unix milliseconds: when the scan began. */
  judgedAt: number
}
export type EntityQuestion = {
  /** As the caller wrote it. */
  text: string
  entity: NamedEntity
  /** Of addresses and names; where what a site asks to sign would happen. */
  chain: Chain
  /** 200-30,000. */
  deadlineMs: number
  /** Do not answer with what was learned a short while ago. */
  fresh: boolean
  /** Members of the request that were ignored because nothing knows them; absent: none. */
  ignored?: readonly string[]
}
