import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createOperatorFetch } from '@redoubt/egress/operatorFetch.ts'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { PrivilegedAccount } from '@redoubt/risk/facts/privileges.ts'
import { getContractAddress, numberToHex, parseEther } from 'viem/utils'
import { initCodeOf } from '../../../../../bench/verdicts/contracts.ts'
import { nodeRpc } from '../../../../sandbox/nodeRpc.ts'
import { reusedSandbox } from '../../../../sandbox/testing/reusedSandbox.ts'
import { createBytecodeSource } from '../../../bytecode/createBytecodeSource.ts'
import { createChainSource } from '../../../rpc/createChainSource.ts'
import { countWork } from '../../../simulation/countWork.ts'
import { createSimulator } from '../../../simulation/createSimulator.ts'
import { freshAccount } from '../../../trade/freshAccount.ts'
import { createBudget } from '../../../trade/tradeContext.ts'
import type { PrivilegesContext } from '../../privilegesContext.ts'
import { withCommand } from '../commandingKey.ts'

const MAKER: Address = '0x7e57ed005afe00000000000000000000000000a1'
const OWNERS = ['a1', '5b', 'c3', '2d', 'e5'].map((one): Address => `0x${one.repeat(19)}0e`)

/** Wallets of several members, each by its own means. */
const WALLETS: readonly [contract: string, needed: number][] = [
  ['SubmittedTransactions', 3],
  ['SubmittedTransactions', 2],
  ['ApprovedHashes', 3],
  ['ApprovedHashes', 2],
  ['OrderedSigners', 3],
  ['OrderedSigners', 2],
  ['PlainQuorum', 3],
  ['PlainQuorum', 4],
  ['SeatedCouncil', 3],
  ['SeatedCouncil', 2],
  ['RepeatedCalls', 3],
]
/** Wallets with a way round their members. */
const TWINS: readonly [contract: string, needed: number][] = [
  ['FoundersOwners', 3],
  ['OwnersRequirement', 3],
  ['ConfirmedForOthers', 3],
  ['HashedGuardian', 3],
  ['RepeatedApprovals', 3],
  ['PatientOwner', 3],
  ['RepeatedSigners', 3],
  ['ModuleOfOne', 3],
  ['MakersPass', 3],
  ['EasyCalls', 3],
  ['ReplacedOwners', 3],
  ['ChairedCouncil', 3],
  ['ClerksCouncil', 3],
]
/** Twins that one account commands alone: their maker, or the first owner. */
const COMMANDED: Readonly<Record<string, Address | undefined>> = {
  MakersPass: MAKER,
  ChairedCouncil: MAKER,
  HashedGuardian: MAKER,
  OwnersRequirement: OWNERS[0],
}
/** One member is enough. */
const KEYS = [
  'SubmittedTransactions',
  'ApprovedHashes',
  'OrderedSigners',
  'PlainQuorum',
  'SeatedCouncil',
  'RepeatedCalls',
]

describe('wallets of several members that are no Safe, as executed', { timeout: 600_000 }, () => {
  const all = [...WALLETS, ...TWINS, ...KEYS.map((contract) => [contract, 1] as const)]
  let stop = async () => {}
  let resolve: (at: number) => Promise<{ account: PrivilegedAccount; calls: number }>

  before(async () => {
    const sandbox = await reusedSandbox({ chains: ['ethereum'] })
    const http = createOperatorFetch()
    const rpc = nodeRpc(sandbox.rpcUrls.ethereum, http)
    await rpc('anvil_impersonateAccount', [MAKER])
    await rpc('anvil_setBalance', [MAKER, numberToHex(parseEther('10'))])
    for (const [contract, needed] of all) {
      const data: Hex = initCodeOf(contract, [OWNERS, needed])
      await rpc('eth_sendTransaction', [{ from: MAKER, data, gas: numberToHex(4_000_000) }])
      await rpc('evm_mine', [])
    }
    const chain = createChainSource({ chain: 'ethereum', urls: [sandbox.rpcUrls.ethereum], limits: { headReuseMs: 0 } })
    const engine = createSimulator({ sources: { ethereum: chain } })
    const bytecodes = createBytecodeSource()
    stop = async () => {
      await engine.close()
      await chain.close()
      await bytecodes.close()
      await http.close()
      await sandbox.close()
    }
    resolve = async (at) => {
      const signal = AbortSignal.timeout(120_000)
      const block = await chain.head(signal)
      const address = getContractAddress({ from: MAKER, nonce: BigInt(at) }).toLowerCase() as Address
      let calls = 0
      const simulator = countWork(engine, (work) => {
        calls += work.calls
      })
      const analyse: PrivilegesContext['analyse'] = (of, code, within) =>
        bytecodes.analyse({ address: of, code, abi: null }, within)
      // Something else that the wallet may have power over.
      const subject = sandbox.world.ethereum.tokens.usdc.toLowerCase() as Address
      const bytecode = await analyse(subject, await chain.code(block, subject, signal), signal)
      assert.ok(bytecode !== null)
      const context = {
        chain,
        simulator,
        analyse,
        block,
        address: subject,
        bytecode,
        proxy: null,
        trade: null,
        suspects: [],
        creation: null,
        insiders: [],
        fixture: { overrides: {} },
        budget: createBudget(400),
        signal,
        fresh: (name: string) => freshAccount(block.hash, subject, name),
      } as unknown as PrivilegesContext
      const plain: PrivilegedAccount = { address, by: 'owner()', account: 'contract', kind: null, labels: [] }
      return { account: await withCommand(context, plain), calls }
    }
  })
  after(async () => stop())

  for (const [at, [contract, needed]] of WALLETS.entries())
    test(`${contract}: ${needed} of five members`, async () => {
      const { account, calls } = await resolve(at)
      assert.equal(account.account, 'multisig', JSON.stringify(account))
      assert.deepEqual(account.threshold, { needed, owners: OWNERS.length })
      assert.equal(account.commandedBy, undefined)
      assert.ok(calls < 1_000, `${calls} calls`)
    })

  for (const [index, [contract]] of TWINS.entries())
    test(`${contract}: not its members alone`, async () => {
      const { account } = await resolve(WALLETS.length + index)
      assert.equal(account.account, 'contract', JSON.stringify(account))
      assert.equal(account.commandedBy, COMMANDED[contract])
    })

  for (const [index, contract] of KEYS.entries())
    test(`${contract} with one member that is needed: a key`, async () => {
      const { account } = await resolve(WALLETS.length + TWINS.length + index)
      assert.equal(account.account, 'contract', JSON.stringify(account))
      assert.ok(account.commandedBy !== undefined)
    })
})
