import type { CoinTrap } from '@redoubt/risk/facts/coinTrap.ts'
import { PROBE_CODE, PROBE_TOPIC } from '../privileges/probes.ts'
import type { Sequence } from '../simulation/simulator.ts'
import { freshAccount } from '../trade/freshAccount.ts'
import { answersOf, baitCalls, phraseOf, pricesOf } from './baitCalls.ts'
import { type Game, trapCall } from './game.ts'
import type { Move } from './playground.ts'

const MAX_PAIRS = 60

/** Payments during which the contract runs code, as its own, that a key chose by an earlier call: it can take them before they are paid back. */
export async function replaceableCode(game: Game): Promise<CoinTrap[]> {
  const { address, block, simulator, playground, asks, changing, keys, payer, words, signal } = game
  const probe = freshAccount(block.hash, address, 'replaced code')
  const phrase = phraseOf(payer)
  const payments = asks
    .filter(({ paysCaller, priced }) => paysCaller === true && priced === true)
    .flatMap((made) =>
      pricesOf(made, words).flatMap((value) =>
        baitCalls(made, { account: payer, numbers: [value], phrase }).map((call): Move => ({ by: payer, call, value })),
      ),
    )
  const settings = keys.flatMap((by) =>
    changing.flatMap((made) =>
      baitCalls(made, { account: probe, numbers: [...answersOf([], phrase).slice(0, 1), 1n], phrase })
        .filter(({ args }) => args.includes(probe))
        .map((call): Move => ({ by, call, value: 0n })),
    ),
  )
  const pairs = settings.flatMap((setting) => payments.map((payment) => ({ setting, payment }))).slice(0, MAX_PAIRS)
  if (pairs.length === 0) return []
  const sequences = pairs.map(({ setting, payment }): Sequence => {
    const { stateOverrides = {}, ...sequence } = playground.sequenceOf([setting, payment], true)
    return { ...sequence, stateOverrides: { ...stateOverrides, [probe]: { code: PROBE_CODE } } }
  })
  const outcomes = await simulator.simulateSequences({ block, sequences, signal })
  const at = pairs.findIndex((_, index) =>
    outcomes[index]?.[1]?.logs.some((log) => log.address === address && log.topics[0] === PROBE_TOPIC),
  )
  const found = pairs[at]
  if (found === undefined) return []
  const { setting, payment } = found
  return [
    {
      kind: 'replaceable-code',
      ...trapCall(payment.call, payment.value),
      accepted: 1,
      by: setting.by,
      isNamed: true,
      call: trapCall(setting.call, 0n),
      taker: setting.by,
    },
  ]
}
