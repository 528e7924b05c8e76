import type { Address, Hex } from '@redoubt/risk/address.ts'
import {
  encodeAbiParameters,
  encodeFunctionData,
  getContractAddress,
  keccak256,
  numberToHex,
  parseAbi,
  stringToHex,
  toFunctionSelector,
} from 'viem/utils'
import { assemble, deployer } from '../../evm/simulation/testing/assembler.ts'
import { ERC20_ABI } from '../../sandbox/abis.ts'
import { createChainBuilder, type HistoryTransaction } from '../../sandbox/chainBuilder.ts'
import { approve, approveAll, safeCall, transfer, transferFrom, UNLIMITED } from '../../sandbox/history/calls.ts'
import { MIXER_DOLLARS } from '../../sandbox/history/listedParties.ts'
import type { NodeRpc } from '../../sandbox/nodeRpc.ts'
import { nativeWorth, PROFILES, units } from '../../sandbox/profiles.ts'
import type { SandboxWorld } from '../../sandbox/world.ts'

const account = (name: string): Address => `0x${keccak256(stringToHex(`warning stage: ${name}`)).slice(-40)}`

/** Who acts on the stage; none of them acts in the sandbox's history. */
export const STAGE_ACTORS = {
  maker: account('maker'),
  thief: account('thief'),
  mixed: account('mixed'),
  duster: account('duster'),
  sweeper: account('sweeper'),
  collector: account('collector'),
} as const

const made = (nonce: bigint): Address => getContractAddress({ from: STAGE_ACTORS.maker, nonce })

/** Contracts of the stage: what they do is in `codes`. */
export const STAGE_CONTRACTS = {
  pictureThief: made(0n),
  coinKeeper: made(1n),
  gasBurner: made(2n),
  manyCalls: made(3n),
} as const

const DUST = 40
const PAYMENTS = 6

const COMMANDS = parseAbi([
  'function deposit(bytes32 commitment) payable',
  'function withdraw(bytes32 nullifier, bytes32 secret, address to)',
  'function addBlackList(address account)',
  'function enableModule(address module)',
])

/** Runtime codes in the order of `STAGE_CONTRACTS`. */
function codes({ nfts }: SandboxWorld): Hex[] {
  const take = toFunctionSelector('transferFrom(address,address,uint256)')
  return [
    // buy(): takes picture 1 of the caller, who has approved it, for the thief.
    assemble(`${BigInt(take) << 224n} 0 MSTORE CALLER 4 MSTORE ${STAGE_ACTORS.thief} 36 MSTORE 1 68 MSTORE
      0 0 100 0 0 ${nfts.collectible} GAS CALL ISZERO @fail JUMPI STOP :fail 0 0 REVERT`),
    // Keeps what any call pays.
    assemble('STOP'),
    // Writes to storage until six million gas are used.
    assemble('0 :again 1 ADD DUP1 DUP1 SSTORE DUP1 280 GT @again JUMPI STOP'),
    // Calls the thief with 32 KB, as often as the gas allows.
    assemble(`:again 0 0 32768 0 0 ${STAGE_ACTORS.thief} 5000 CALL POP 400000 GAS GT @again JUMPI STOP`),
  ]
}

type Stage = {
  send(transaction: Omit<HistoryTransaction, 'note'>): Promise<void>
  mine(): Promise<void>
  balanceOf(token: Address, account: Address): Promise<bigint>
}

/**
 * Plays what the sandbox's history has not: contracts and accounts for warnings of transactions and wallets. Every act is a
 * transaction of its own.
 */
export async function playWarningStage(rpc: NodeRpc, world: SandboxWorld): Promise<void> {
  const { chain } = world
  const builder = createChainBuilder(rpc, PROFILES[chain].fees)
  const stage: Stage = {
    send: (transaction) => builder.send(Object.assign({ note: 'warning stage' }, transaction)),
    mine: async () => {
      const { timestamp } = (await rpc('eth_getBlockByNumber', ['latest', false])) as { timestamp: Hex }
      await builder.mine(Number(timestamp) + PROFILES[chain].blockSeconds)
    },
    balanceOf: async (token, holder) =>
      BigInt(
        await builder.call(token, encodeFunctionData({ abi: ERC20_ABI, functionName: 'balanceOf', args: [holder] })),
      ),
  }
  const { maker, duster, collector } = STAGE_ACTORS
  for (const address of [maker, duster, collector])
    await rpc('anvil_setBalance', [address, numberToHex(nativeWorth(chain, 10_000))])
  const created = codes(world)
  for (const [at, expected] of Object.values(STAGE_CONTRACTS).entries())
    await builder.deploy({ from: maker, expected, initCode: deployer(created[at] ?? '0x'), note: 'warning stage' })
  await permissions(stage, world)
  await mixing(stage, world)
  await stage.mine()
  await collecting(stage, world)
  await dustAndForwarding(stage, world)
}

/** An approval for the thief's contract, a module in the trader's Safe, and a frozen account. */
async function permissions({ send }: Stage, { actors, tokens, nfts, safe }: SandboxWorld): Promise<void> {
  const data = encodeFunctionData({ abi: COMMANDS, functionName: 'addBlackList', args: [STAGE_ACTORS.thief] })
  const module = encodeFunctionData({ abi: COMMANDS, functionName: 'enableModule', args: [STAGE_CONTRACTS.coinKeeper] })
  await send({ from: actors.trader, to: nfts.collectible, data: approveAll(STAGE_CONTRACTS.pictureThief) })
  await send({ from: actors.issuer, to: tokens.usdt, data })
  await send({ from: actors.trader, to: safe.account, data: safeCall(actors.trader, safe.account, module) })
}

/** The mixer pays to an account without a history. */
async function mixing({ send }: Stage, { chain, listed }: SandboxWorld): Promise<void> {
  const { maker, mixed } = STAGE_ACTORS
  const note = [keccak256(stringToHex('nullifier')), keccak256(stringToHex('secret'))] as const
  const commitment = keccak256(encodeAbiParameters([{ type: 'bytes32' }, { type: 'bytes32' }], note))
  const deposit = encodeFunctionData({ abi: COMMANDS, functionName: 'deposit', args: [commitment] })
  const withdraw = encodeFunctionData({ abi: COMMANDS, functionName: 'withdraw', args: [...note, mixed] })
  await send({ from: maker, to: listed.mixer, value: nativeWorth(chain, MIXER_DOLLARS), data: deposit })
  await send({ from: maker, to: listed.mixer, data: withdraw })
}

/** Four victims approve a collector, who takes all that they have. */
async function collecting({ send, mine, balanceOf }: Stage, { actors, tokens, decimals }: SandboxWorld): Promise<void> {
  const { collector } = STAGE_ACTORS
  const victims = [actors.victimOne, actors.victimTwo, actors.buyerOne, actors.buyerTwo]
  for (const victim of victims) {
    await send({ from: actors.marketMaker, to: tokens.usdc, data: transfer(victim, units(300, decimals.usdc)) })
    await send({ from: victim, to: tokens.usdc, data: approve(collector, UNLIMITED) })
  }
  await mine()
  for (const victim of victims) {
    const held = await balanceOf(tokens.usdc, victim)
    await send({ from: collector, to: tokens.usdc, data: transferFrom(victim, collector, held) })
  }
  await mine()
}

/** Dust for many addresses, and payments that leave an account in the next block. */
async function dustAndForwarding({ send, mine }: Stage, { chain }: SandboxWorld): Promise<void> {
  const { maker, thief, duster, sweeper } = STAGE_ACTORS
  for (let at = 0; at < DUST; at++) await send({ from: duster, to: account(`dusted ${at}`), value: 1_000n })
  for (let at = 0; at < PAYMENTS; at++) {
    await send({ from: maker, to: sweeper, value: nativeWorth(chain, 300 + at) })
    await mine()
    await send({ from: sweeper, to: thief, value: nativeWorth(chain, 200 + at) })
    await mine()
  }
}
