import type { Address, Hex } from '@redoubt/risk/address.ts'
import { parseEther } from 'viem/utils'
import type { Stage } from './stage.ts'
import { dollars, erc20 } from './values.ts'
import type { VerdictCase } from './verdictCase.ts'

type Shared = Pick<VerdictCase, 'prepare' | 'beforeScan' | 'reviewAccepted'>

/** One call of a bundle. */
export function call(to: Address, data: Hex = '0x', value = 0n) {
  return { to, data, value: String(value) }
}

export function bundle(
  id: string,
  what: string,
  {
    calls,
    ...shared
  }: Shared & { calls: (stage: Stage) => ReturnType<typeof call>[] | Promise<ReturnType<typeof call>[]> },
): VerdictCase {
  return { id, what, ...shared, body: async (stage) => ({ from: stage.trader, calls: await calls(stage) }) }
}

/**
 * A payment of coins.
 * @param value ether.
 */
export function payment(
  id: string,
  what: string,
  { to, value, ...shared }: Shared & { to: (stage: Stage) => Address; value: string },
): VerdictCase {
  return {
    id,
    what,
    ...shared,
    body: (stage) => ({ from: stage.trader, to: to(stage), data: '0x', value: String(parseEther(value)) }),
  }
}

/** A call that gives or takes a right, in a contract in which the sender has 2 ETH unless `fill` deposits something else. */
export function right(
  id: string,
  what: string,
  own: {
    contract: string
    call: string
    args: (stage: Stage) => readonly unknown[]
    constructorArgs?: (stage: Stage) => readonly unknown[] | Promise<readonly unknown[]>
    /** The sender deploys the contract, with 2.5 ETH. */
    isOwner?: boolean
    fill?: (stage: Stage, id: string) => Promise<unknown>
    reviewAccepted?: NonNullable<VerdictCase['reviewAccepted']>
  },
): VerdictCase {
  const { contract, reviewAccepted } = own
  return {
    id,
    what,
    ...(reviewAccepted && { reviewAccepted }),
    prepare: async (stage) => {
      const args = await own.constructorArgs?.(stage)
      if (own.isOwner) return stage.deploy(id, contract, args, { from: stage.trader, value: parseEther('2.5') })
      await stage.deploy(id, contract, args)
      if (own.fill) return own.fill(stage, id)
      await stage.call(stage.trader, id, contract, 'deposit', [], parseEther('2'))
      return stage.call(stage.users[0], id, contract, 'deposit', [], parseEther('1'))
    },
    body: (stage) => ({
      from: stage.trader,
      to: stage.at(id),
      data: stage.encode(contract, own.call, own.args(stage)),
      value: '0',
    }),
  }
}

/** An approval of USDC, 2,000 unless given; two others have approved the spender before. */
export function approval(
  id: string,
  what: string,
  own: {
    deploy: (stage: Stage) => Promise<unknown>
    amount?: bigint
    /** Runs after the others' approvals. */
    use?: (stage: Stage) => Promise<unknown>
    reviewAccepted?: NonNullable<VerdictCase['reviewAccepted']>
  },
): VerdictCase {
  const { amount = dollars(2_000), reviewAccepted } = own
  return {
    id,
    what,
    ...(reviewAccepted && { reviewAccepted }),
    prepare: async (stage) => {
      await own.deploy(stage)
      for (const user of stage.users.slice(0, 2))
        await stage.approve(user, stage.tokens.usdc, stage.at(id), dollars(2_000))
      await own.use?.(stage)
    },
    body: (stage) => ({
      from: stage.trader,
      to: stage.tokens.usdc,
      data: erc20('approve', [stage.at(id), amount]),
      value: '0',
    }),
  }
}

/** An operator of the sender's items, at which the collector has listed one. */
export function itemOperator(
  id: string,
  what: string,
  { contract, listing = [], use }: { contract: string; listing?: unknown[]; use?: (stage: Stage) => Promise<unknown> },
): VerdictCase {
  return {
    id,
    what,
    prepare: async (stage) => {
      const { actors, nfts } = stage.world
      await stage.deploy(id, contract)
      await stage.send(actors.collector, nfts.collectible, erc20('setApprovalForAll', [stage.at(id), true]))
      await stage.call(actors.collector, id, contract, 'list', [nfts.collectible, 7n, ...listing])
      await use?.(stage)
    },
    body: (stage) => ({
      from: stage.trader,
      to: stage.world.nfts.collectible,
      data: erc20('setApprovalForAll', [stage.at(id), true]),
      value: '0',
    }),
  }
}

/** A message that the trader is asked to sign. */
export function message(
  id: string,
  what: string,
  { body, ...shared }: Shared & { body: (stage: Stage) => object | Promise<object> },
): VerdictCase {
  return {
    id,
    what,
    scan: 'message',
    ...shared,
    body: async (stage) => ({ address: stage.trader, ...(await body(stage)) }),
  }
}

/** An EIP-7702 delegation of the trader's account. */
export function delegation(id: string, what: string, deploy: (stage: Stage) => Promise<Address>): VerdictCase {
  return {
    id,
    what,
    prepare: deploy,
    body: async (stage) => ({
      from: stage.trader,
      to: stage.trader,
      data: '0x',
      value: '0',
      authorizationList: [{ chainId: 1, address: stage.at(id), nonce: (await stage.nonce(stage.trader)) + 1 }],
    }),
  }
}

/** A user operation of the trader's account at entry point 0.7. */
export function operation(
  id: string,
  what: string,
  { operation, ...shared }: Shared & { operation: (stage: Stage) => object },
): VerdictCase {
  return {
    id,
    what,
    ...shared,
    body: (stage) => ({
      entryPoint: stage.world.erc4337.entryPoint07,
      userOperation: {
        sender: stage.world.erc4337.account,
        nonce: '0',
        callGasLimit: '400000',
        verificationGasLimit: '900000',
        preVerificationGas: '60000',
        maxFeePerGas: '2100000000',
        maxPriorityFeePerGas: '100000000',
        ...operation(stage),
      },
    }),
  }
}

/** A contract scan of what is deployed as `target`. */
export function contractScan(
  id: string,
  what: string,
  { target, ...shared }: Pick<VerdictCase, 'prepare'> & { target: string },
): VerdictCase {
  return { id, what, scan: 'contract', ...shared, body: (stage) => ({ address: stage.at(target) }) }
}
