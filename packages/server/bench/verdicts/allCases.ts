import { BUNDLES } from './cases/bundles.ts'
import { COMMERCE } from './cases/commerce.ts'
import { CONTRACTS } from './cases/contracts.ts'
import { ESCROWS } from './cases/escrows.ts'
import { KNOWN_MESSAGES } from './cases/knownMessages.ts'
import { LOANS } from './cases/loans.ts'
import { MESSAGES } from './cases/messages.ts'
import { OPERATIONS } from './cases/operations.ts'
import { PAYMENTS } from './cases/payments.ts'
import { PLAIN_PULLS } from './cases/plainPulls.ts'
import { POSITIONS } from './cases/positions.ts'
import { POTS } from './cases/pots.ts'
import { PULLS } from './cases/pulls.ts'
import { RIGHTS } from './cases/rights.ts'
import { SALES } from './cases/sales.ts'
import { SPENDERS } from './cases/spenders.ts'
import { STAKES } from './cases/stakes.ts'
import type { VerdictCase } from './verdictCase.ts'

/** Every case by subject. Later ones use contracts of earlier ones. */
export const VERDICT_CASES: Readonly<Record<string, readonly VerdictCase[]>> = {
  deposits: [...STAKES, ...POTS, ...SALES, ...COMMERCE, ...ESCROWS, ...LOANS],
  rights: [...RIGHTS, ...POSITIONS],
  approvals: [...PULLS, ...PLAIN_PULLS, ...SPENDERS],
  payments: PAYMENTS,
  bundles: BUNDLES,
  messages: [...MESSAGES, ...KNOWN_MESSAGES],
  operations: OPERATIONS,
  contracts: CONTRACTS,
}
