import type { Chain } from '@redoubt/risk/chain.ts'
import type { PaymentRequirements } from '@redoubt/risk/facts/paymentRequirements.ts'
import type { SignedMessage } from '@redoubt/risk/facts/signedMessage.ts'
import type { AddressSpelling } from '@redoubt/risk/facts/transaction.ts'
import type { AskedMessage } from './messageSources.ts'

/** What the caller asks about; `asked` is read before anything else happens. */
export type MessageScanRequest = {
  chain: Chain
  asked: AskedMessage
  /** How the signer's address was written. */
  spellings: AddressSpelling[]
  /** URL of the site that asks, http or https; null when the caller names none. */
  origin: string | null
  /** What the caller accepted to pay; null when it names nothing. */
  paymentRequirements: PaymentRequirements | null
  /** Default true both. */
  simulate: boolean
  explain: boolean
  /** Whether what the signature lets go is booked in the signer's budget, if its policy allows it. Default false. */
  reserve: boolean
  /** 200-30,000, default 3,000. */
  deadlineMs: number
}
export type MessageScanInput = Omit<MessageScanRequest, 'asked'> & { message: SignedMessage }
