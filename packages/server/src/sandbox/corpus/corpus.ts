import { COLLECTIONS } from './cases/collections.ts'
import { DEPOSITS } from './cases/deposits.ts'
import { HIDDEN_SWITCHES } from './cases/hiddenSwitches.ts'
import { ORDINARY_CALLS } from './cases/ordinaryCalls.ts'
import { OUTSIDE_CODE } from './cases/outsideCode.ts'
import { OWNERSHIP } from './cases/ownership.ts'
import { PATIENCE } from './cases/patience.ts'
import { PROXIES } from './cases/proxies.ts'
import { SALES } from './cases/sales.ts'
import { SUPPLY } from './cases/supply.ts'
import { SWITCHES } from './cases/switches.ts'
import { TAXES } from './cases/taxes.ts'
import type { CorpusCase } from './corpusCase.ts'

/** Every trap of the corpus beside its honest twin. What they do is proven in corpus.e2e.ts. */
export const CORPUS: readonly CorpusCase[] = [
  ...[
    ...SALES,
    ...TAXES,
    ...SWITCHES,
    ...HIDDEN_SWITCHES,
    ...ORDINARY_CALLS,
    ...PATIENCE,
    ...OWNERSHIP,
    ...OUTSIDE_CODE,
    ...PROXIES,
    ...SUPPLY,
    ...DEPOSITS,
    ...COLLECTIONS,
  ],
]
