import type { Address } from '@redoubt/risk/address.ts'
import type { Chain } from '@redoubt/risk/chain.ts'
import { getAddress, toEventSelector } from 'viem/utils'
import type { Environment } from '../../domain/environment.ts'
import type { ScoreStore } from '../../domain/ports/entityScores.ts'
import type { EntityJudge } from '../../usecases/reports/entityJudge.ts'
import type { JudgeBlock, NotifiedScores, WatchedBlock } from '../ports.ts'
import { createRescoring, type Rescoring } from './rescore.ts'

/** Who may do what with a contract, what it runs and whether it runs at all: what its score rests on, said by itself. */
const TELLING = new Set(
  [
    'OwnershipTransferred(address,address)',
    'Upgraded(address)',
    'AdminChanged(address,address)',
    'BeaconUpgraded(address)',
    'DiamondCut((address,uint8,bytes4[])[],address,bytes)',
    'RoleGranted(bytes32,address,address)',
    'RoleRevoked(bytes32,address,address)',
    'Paused(address)',
    'Unpaused(address)',
    // Of a Safe.
    'AddedOwner(address)',
    'RemovedOwner(address)',
    'ChangedThreshold(uint256)',
    'EnabledModule(address)',
    'ChangedMasterCopy(address)',
  ].map((event) => toEventSelector(event)),
)

export type RescoreService = Omit<Rescoring, 'touch'> & {
  /** Since the process began. */
  counts(): { scored: number; failed: number }
  /** The same judge; contracts that say in a block that they were changed are scored soon. */
  besides(judge: JudgeBlock): JudgeBlock
}

/** Watched entities scored again: by the clock, and when their contracts say that something changed. */
export function createRescoreService({
  store,
  scores,
  judge,
  chains,
  intervalMs,
  wake,
  isAwake,
  onProblem,
}: {
  store: NotifiedScores
  scores: Pick<ScoreStore, 'put'>
  judge: EntityJudge
  chains(environment: Environment): readonly Chain[]
  intervalMs: number
  /** Tells the delivery loop that something is due. */
  wake(): void
  isAwake(environment: Environment): boolean
  onProblem(error: unknown): void
}): RescoreService {
  const counts = { scored: 0, failed: 0 }
  const rescoring = createRescoring({
    store,
    scores,
    judge,
    chains,
    intervalMs,
    isAwake,
    onSettled: wake,
    onProblem,
    onRescored: (outcome) => {
      counts[outcome]++
    },
  })
  const { touch, ...rest } = rescoring
  return {
    ...rest,
    counts: () => ({ ...counts }),
    besides: (judgeBlock) => (block, signal) => {
      const { chain, environment } = block
      // The block does not wait for it, and is not judged again because of it.
      void touch({ environment, chain }, touchedBy(block)).catch(onProblem)
      return judgeBlock(block, signal)
    },
  }
}

/**
 * Yields the contracts, in EIP-55, whose logs in a block say that a basis of their scores changed. A stranger may have
 * thousands log so: the database is asked which are watched, and each is spelled when it is taken.
 */
export function* touchedBy({ logs }: Pick<WatchedBlock, 'logs'>): Generator<Address> {
  const touched = new Set<Address>()
  for (const { address, topics } of logs) {
    if (topics[0] !== undefined && TELLING.has(topics[0])) touched.add(address)
  }
  for (const address of touched) yield getAddress(address)
}
