import type { Address } from '@redoubt/risk/address.ts'
import { allScenarios } from '../../src/sandbox/scenarios.ts'
import type { SandboxWorld } from '../../src/sandbox/world.ts'
import { paymentOf, permitBatchOf, permitOf } from '../../src/testing/sandboxMessages.ts'

/** One question to the service, about something hostile or honest. */
export type LostSubject = { id: string; path: string; body?: object }

const DEADLINE_MS = 20_000
const options = { deadlineMs: DEADLINE_MS }

/** Transactions, contracts, messages, wallets and lists of approvals of the sandbox. */
export function lostSubjects(world: SandboxWorld): LostSubject[] {
  const { chain, actors, tokens, dex, traps, honest, listings, proxies, nfts, permit2 } = world
  const contract = ([id, address]: [string, Address]): LostSubject => ({
    id: `contract ${id}`,
    path: '/v1/scan/contract',
    body: { address, chain, options },
  })
  const message = (id: string, typedData: object): LostSubject => ({
    id: `message ${id}`,
    path: '/v1/scan/message',
    body: { chain, address: actors.trader, typedData, options },
  })
  const people = (['trader', 'careless', 'drainerOperator', 'friend'] as const).map(
    (name) => [name, actors[name]] as const,
  )
  return [
    ...allScenarios(world).map(({ id, body }) => ({
      id: `transaction ${id}`,
      path: '/v1/scan/transaction',
      body: { ...body, options },
    })),
    ...Object.entries(traps).map(contract),
    ...Object.entries({ ...honest, ...listings, ...proxies }).map(contract),
    ...Object.entries({ usdc: tokens.usdc, taxed: tokens.taxed, young: tokens.honest }).map(contract),
    ...Object.entries({ collectible: nfts.collectible, router: dex.v2Router, permit2 }).map(contract),
    message('permit to drainer', permitOf(world, traps.drainer, 2n ** 256n - 1n)),
    message('permit to stranger', permitOf(world, actors.spender, 10n ** 9n)),
    message('permit to router', permitOf(world, dex.v2Router, 10n ** 6n)),
    message('permit2 to drainer', permitBatchOf(world, traps.drainer)),
    message('permit2 to router', permitBatchOf(world, dex.v3Router)),
    message('payment', paymentOf(world, actors.friend, 10n ** 6n)),
    ...people.flatMap(([name, address]) => [
      { id: `wallet ${name}`, path: `/v1/scan/wallet/${address}?chain=${chain}&deadlineMs=${DEADLINE_MS}` },
      { id: `approvals ${name}`, path: `/v1/wallet/approvals/${address}?chain=${chain}&deadlineMs=${DEADLINE_MS}` },
    ]),
  ]
}
